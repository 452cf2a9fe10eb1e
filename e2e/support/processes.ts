import { readdirSync, readFileSync } from 'node:fs';

/** All processes started by an app with this user data folder, found by their environment: runs and everything they started. */
export function runProcesses(userData: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!pid) return [];
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      const ours =
        environment.includes(`SIGNALBOX_USER_DATA=${userData}`) && environment.some((entry) => entry.startsWith('SIGNALBOX_RUN='));
      return ours ? [{ pid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }] : [];
    } catch {
      return [];
    }
  });
}
