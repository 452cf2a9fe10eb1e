import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';

// Two fixed channels. What may pass through them is decided in the main process, by src/main/ipc/router.ts.
contextBridge.exposeInMainWorld('signalbox', {
  request: (name: string, params: unknown): Promise<unknown> => ipcRenderer.invoke('signalbox:request', name, params),
  onEvents(listener: (events: string) => void): () => void {
    const forward = (_event: IpcRendererEvent, events: string): void => listener(events);
    ipcRenderer.on('signalbox:events', forward);
    return () => ipcRenderer.off('signalbox:events', forward);
  },
  // Only of a file that the person gave the page; one that the page made itself is on no disk and has no path.
  pathOf: (file: File): string => webUtils.getPathForFile(file),
});
