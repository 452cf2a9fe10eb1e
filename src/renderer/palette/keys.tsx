import { useAtomValue } from 'jotai';
import { isMacAtom } from '../base/app-state';
import { keyNames } from '../base/shortcut';
import styles from './keys.module.css';

/** A shortcut, with each key drawn as a key cap. */
export function Keys({ shortcut }: { readonly shortcut: string }) {
  const mac = useAtomValue(isMacAtom);
  return (
    <span className={styles.keys}>
      {keyNames(shortcut, mac).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  );
}
