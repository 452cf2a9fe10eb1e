import { flagsOf, hasFlag, operandsOf } from '../arguments';
import type { ShellWord } from '../words';
import { anyOperandIs, earlyWordIs, endsService, hasAny, startsWith } from './conditions';
import { noPaths } from './reads';
import type { ProgramRecords } from './record';
import { inHome, unnamed } from './written';

/** `kill -0` looks whether a process is there, `-l` lists the signals. */
function sendsNoSignal(args: readonly ShellWord[]): boolean {
  const first = args[0]?.literal ?? '';
  if (flagsOf(args, '-s -n').length !== 1) return false;
  return /^(-0|-l|-L|--list)$/.test(first) || (first === '-s' && args[1]?.literal === '0');
}

const timedJobs: ProgramRecords[string]['writes'] = ({ args }) => (hasFlag(args, '-l') ? [] : [unnamed('the list of timed jobs')]);

/** Programs that tell about the machine, and those that change it: processes, services, disks, users, settings. */
export const systemPrograms: ProgramRecords = {
  date: { reads: noPaths('-uRI -d= --date= --utc --universal --rfc-email --iso-8601?', (word) => word.startsWith('+')) },
  uname: { reads: noPaths('-asrmnopvi', () => false) },
  whoami: { reads: noPaths('', () => false) },
  id: { reads: noPaths('-ugnGrz') },

  kill: { risks: { process: ({ args }) => !sendsNoSignal(args) } },
  fuser: { risks: { process: hasAny('-k') } },
  'pkill killall xkill kill-port fkill skill shutdown reboot halt poweroff init telinit taskkill tskill': { risks: { process: true } },
  'systemctl launchctl supervisorctl initctl rc-service monit pm2 forever pg_ctl pg_ctlcluster apachectl apache2ctl rabbitmqctl nginx': {
    risks: { process: anyOperandIs(endsService) },
  },
  service: { risks: { process: ({ args }) => endsService.test(operandsOf(args)[1]?.literal ?? '') } },

  'wipefs fdisk parted sfdisk sgdisk blkdiscard mke2fs mkswap lvremove vgremove pvremove mkfs': { risks: { deletes: true } },
  diskutil: { risks: { deletes: earlyWordIs(/^(erase|reformat|partition|secureerase|zero|random)/i) } },
  cryptsetup: { risks: { deletes: earlyWordIs(/^(erase|format|reencrypt|luks(erase|format|killslot|removekey))$/i) } },
  nvme: { risks: { deletes: earlyWordIs(/^(format|sanitize)$/) } },

  'usermod useradd passwd visudo': { risks: { permissions: true } },
  crontab: { risks: { deletes: hasAny('-r') }, writes: timedJobs },
  'at batch': { writes: timedJobs },
  defaults: { writes: (use) => (startsWith(/^(write|delete|import|rename) /)(use) ? [inHome('Library/Preferences')] : []) },
  'gsettings dconf': { writes: (use) => (startsWith(/^(set|reset|write|load)\b/)(use) ? [inHome('.config/dconf')] : []) },
  tldr: { startsNothingElse: true },
};
