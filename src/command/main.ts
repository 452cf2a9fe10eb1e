import os from 'node:os';
import { runCommand } from './run-command';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
// The reader has what it wanted and closed the pipe, as in `… | head`.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  platform: process.platform,
  home: os.homedir(),
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  signal: stop.signal,
});
