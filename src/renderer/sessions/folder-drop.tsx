import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { newSessionFolderAtom, newSessionOpenAtom } from '../base/app-state';
import { host } from '../base/host';
import styles from './folder-drop.module.css';

/** Opens New session for a folder that is dropped on the window outside the composer. */
export function FolderDrop() {
  const [over, setOver] = useState(false);
  const setFolder = useSetAtom(newSessionFolderAtom);
  const setOpen = useSetAtom(newSessionOpenAtom);
  useEffect(() => {
    const onDragOver = (event: DragEvent): void => {
      const taken = event.defaultPrevented || !event.dataTransfer?.types.includes('Files');
      setOver(!taken);
      if (!taken) event.preventDefault();
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (event.defaultPrevented || !event.dataTransfer) return;
      // Otherwise the page would navigate to the file.
      event.preventDefault();
      const folder = findFolder(event.dataTransfer);
      if (folder === null) return;
      setFolder(folder);
      setOpen(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    addEventListener('dragover', onDragOver);
    addEventListener('drop', onDrop);
    addEventListener('dragleave', onDragLeave);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('drop', onDrop);
      removeEventListener('dragleave', onDragLeave);
    };
  }, [setFolder, setOpen]);
  return over && <div className={styles.over}>Drop a folder to start a session in it</div>;
}

function findFolder({ items }: DataTransfer): string | null {
  const item = [...items].find((one) => one.kind === 'file' && one.webkitGetAsEntry()?.isDirectory);
  const file = item?.getAsFile();
  return (file && host.pathOf(file)) || null;
}
