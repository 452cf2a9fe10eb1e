import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';

// Two fixed channels. The main process decides what may pass through them (src/main/ipc/router.ts).
contextBridge.exposeInMainWorld('signalbox', {
  request: (name: string, params: unknown): Promise<unknown> => ipcRenderer.invoke('signalbox:request', name, params),
  onEvents(listener: (events: string) => void): () => void {
    const forward = (_event: IpcRendererEvent, events: string): void => listener(events);
    ipcRenderer.on('signalbox:events', forward);
    return () => ipcRenderer.off('signalbox:events', forward);
  },
  // Works only for a file that the person gave to the page. A file that the page made itself has no path.
  pathOf: (file: File): string => webUtils.getPathForFile(file),
});
