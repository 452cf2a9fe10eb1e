import type { FromTool } from './messages';

/** The way to main. */
export interface ToolPort {
  post(message: FromTool): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** In the app this is a utility process of Electron. In tests and under `npm run tools` it is a child process of Node. */
export function openPort(): ToolPort {
  const { parentPort } = process;
  if (parentPort)
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => void parentPort.on('message', ({ data }) => listener(data)),
    };
  // Whoever started this process is gone. A utility process ends by itself then.
  process.on('disconnect', () => process.exit());
  return {
    post: (message) => void process.send?.(message),
    onMessage: (listener) => void process.on('message', listener),
  };
}
