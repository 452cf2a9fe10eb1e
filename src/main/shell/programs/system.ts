import { flagsOf, hasFlag, operandsOf } from '../arguments';
import type { ShellWord } from '../words';
import { anyOf, anyOperandIs, anyWordIs, earlyWordIs, endsService, firstIs, hasAny, startsWith } from './conditions';
import { noPaths } from './reads';
import type { ProgramRecords, ReadsByWords } from './record';
import { inHome, nothing, unnamed } from './written';

/** `kill -0` only checks that a process exists, and `-l` lists the signals. */
function sendsNoSignal(args: readonly ShellWord[]): boolean {
  const first = args[0]?.literal ?? '';
  if (flagsOf(args, '-s -n').length !== 1) return false;
  return /^(-0|-l|-L|--list)$/.test(first) || (first === '-s' && args[1]?.literal === '0');
}

/**
 * Lists processes without their environment. ps shows the environment for an `e` in flags without a dash, for such flags that
 * procps accepts with one (`-auxe`), and for columns of that name.
 */
const ps: ReadsByWords = (words) => {
  const areListed = words.every((word, index) => {
    const before = words[index - 1] ?? '';
    if (/^-[opuCUtGg]$/.test(before)) return /^[\w,.=%:][\w,.=%:-]*$/.test(word) && !/env/i.test(word);
    return /^(-?[aux]+[wfjlhr]*|-[eAf][AfFlLjyHMw]*|-[opuCUtGg]|-ww?|-[Hl]|--(sort|ppid|pid)=[\w,.+%-]+|--forest|--no-headers?|--headers?)$/.test(
      word,
    );
  });
  return areListed ? [] : null;
};

/** Open ports, without looking up the names of other machines. */
const lsof: ReadsByWords = (words) => {
  const areListed = words.every((word, index) =>
    words[index - 1] === '-i'
      ? /^(TCP|UDP|tcp|udp)?:?[\d,-]*$/.test(word)
      : /^-([nPt]+|[nPt]*i((TCP|UDP|tcp|udp)?(:[\d,-]+)?)|sTCP:LISTEN)$/.test(word),
  );
  return areListed && words.some((word) => /^-[Pt]*n/.test(word)) ? [] : null;
};

const timedJobs: ProgramRecords[string]['writes'] = ({ args }) => (hasFlag(args, '-l') ? [] : [unnamed('the list of timed jobs')]);

/** Programs that describe the machine, and those that change it: processes, services, disks, users, settings. */
export const systemPrograms: ProgramRecords = {
  date: { reads: noPaths('-uRI -d= --date= --utc --universal --rfc-email --iso-8601?', (word) => word.startsWith('+')) },
  uname: { reads: noPaths('-asrmnopvi', () => false) },
  whoami: { reads: noPaths('', () => false) },
  id: { reads: noPaths('-ugnGrz') },
  groups: { reads: noPaths('') },
  uptime: { reads: noPaths('-ps --pretty --since', () => false) },
  // With an operand it sets the host name, and with `-f` it uses the network.
  hostname: { reads: noPaths('-s', () => false), otherUses: true },
  nproc: { reads: noPaths('--all --ignore=', () => false) },
  free: { reads: noPaths('-bkmghtwl --bytes --kibi --mebi --gibi --human --total --wide --lohi --si', () => false) },
  lscpu: { reads: noPaths('-Jex --json --extended? --hex', () => false) },
  lsblk: { reads: noPaths('-afnpPrlmtSdJb -o= --all --fs --json --list --output= --paths --bytes', (word) => !word.startsWith('/')) },
  // With an operand they read another file.
  'who users': { reads: noPaths('-abdHlmpqrstTu', () => false) },
  w: { reads: noPaths('-hsfoi --no-header --short', () => false) },
  cal: { reads: noPaths('-13my', (word) => /^\d+$/.test(word)) },
  ps: { reads: ps, writes: nothing },
  lsof: { reads: lsof, otherUses: true },

  kill: { risks: { process: ({ args }) => !sendsNoSignal(args) } },
  fuser: { risks: { process: hasAny('-k') } },
  'pkill killall killall5 xkill kill-port fkill skill shutdown reboot halt poweroff init telinit taskkill tskill': {
    risks: { process: true },
  },
  'gnome-session-quit': { risks: { process: true } },
  systemctl: {
    risks: {
      process: anyOf(
        anyOperandIs(endsService),
        anyOperandIs(/^(isolate|rescue|emergency|kexec|soft-reboot|hibernate|try-restart|reload-or-restart)$/),
      ),
      governs: anyOperandIs(/^(enable|reenable|link|edit|add-wants|add-requires|set-default|set-environment|import-environment|preset)$/),
      secrets: anyOperandIs(/^show-environment$/),
    },
  },
  launchctl: {
    risks: {
      process: anyOf(anyOperandIs(endsService), anyOperandIs(/^kickstart$/)),
      governs: anyOperandIs(/^(load|bootstrap|enable|submit|setenv|config)$/),
    },
  },
  loginctl: { risks: { process: anyOperandIs(/^(terminate|kill|lock|disable)-/) } },
  'supervisorctl initctl rc-service monit pm2 forever pg_ctl pg_ctlcluster apachectl apache2ctl rabbitmqctl nginx sv s6-svc svcadm': {
    risks: { process: anyOperandIs(endsService) },
  },
  service: { risks: { process: ({ args }) => endsService.test(operandsOf(args)[1]?.literal ?? '') } },
  'update-rc.d chkconfig rc-update insserv': { risks: { governs: true } },
  // They make a running program do anything it can do, or press keys in it.
  'dbus-send gdbus qdbus xdotool ydotool wtype cliclick': { unclear: () => ['It has another running program do something'] },
  busctl: { unclear: (use) => (firstIs(/^(call|emit|set-property)$/)(use) ? ['It has another running program do something'] : []) },

  'wipefs fdisk parted sfdisk sgdisk blkdiscard mke2fs mkswap lvremove vgremove pvremove mkfs newfs wipe scrub nwipe sfill': {
    risks: { deletes: true },
  },
  'zfs zpool': { risks: { deletes: firstIs(/^(destroy|rollback|labelclear)$/) } },
  btrfs: { risks: { deletes: startsWith(/^subvolume (delete|snapshot -r)/) } },
  mdadm: { risks: { deletes: hasAny('--zero-superblock', '--remove', '--stop', '--create') } },
  'dmsetup losetup': { risks: { deletes: anyOf(hasAny('-d', '-D', '--detach'), firstIs(/^remove/)) } },
  hdparm: { risks: { deletes: hasAny('--security-erase', '--security-erase-enhanced', '--trim-sector-ranges') } },
  diskutil: { risks: { deletes: earlyWordIs(/^(erase|reformat|partition|secureerase|zero|random|apfs)/i) } },
  tmutil: { risks: { deletes: firstIs(/^(delete|thinlocal|deletelocal)/) } },
  cryptsetup: { risks: { deletes: earlyWordIs(/^(erase|format|reencrypt|luks(erase|format|killslot|removekey))$/i) } },
  nvme: { risks: { deletes: earlyWordIs(/^(format|sanitize)$/) } },
  journalctl: { risks: { deletes: hasAny('--vacuum-size', '--vacuum-time', '--vacuum-files') } },
  atrm: { risks: { deletes: true } },
  bleachbit: { risks: { deletes: hasAny('-c', '--clean', '-s', '--shred') } },

  'usermod useradd adduser groupadd addgroup groupmod gpasswd chpasswd chsh chfn vipw passwd visudo dscl sysadminctl': {
    risks: { permissions: true },
  },
  'userdel groupdel deluser delgroup': { risks: { permissions: true, deletes: true } },
  'chcon restorecon setenforce setsebool semanage csrutil spctl tccutil chflags ufw nft firewall-cmd pfctl': {
    risks: { permissions: true },
  },
  'iptables ip6tables': { risks: { permissions: ({ args }) => !hasFlag(args, '-L', '-S', '--list', '--list-rules') } },
  xattr: { risks: { permissions: hasAny('-d', '-c', '-w') } },
  'modprobe insmod rmmod kextload kextunload': { risks: { permissions: true } },
  sysctl: { risks: { permissions: anyOf(hasAny('-w', '--write', '-p', '--load'), anyWordIs(/^[\w.]+=/)) } },

  crontab: { risks: { deletes: hasAny('-r') }, writes: timedJobs },
  'at batch': { risks: { deletes: hasAny('-d', '-r') }, writes: timedJobs },
  defaults: { writes: (use) => (startsWith(/^(write|delete|import|rename) /)(use) ? [inHome('Library/Preferences')] : []) },
  'gsettings dconf': { writes: (use) => (startsWith(/^(set|reset|write|load)\b/)(use) ? [inHome('.config/dconf')] : []) },
  'xfconf-query kwriteconfig5 kwriteconfig6': { writes: () => [inHome('.config')] },
  'xdg-mime xdg-settings': { writes: (use) => (firstIs(/^(default|set|install)$/)(use) ? [inHome('.config')] : []) },
  'update-alternatives': { writes: () => [unnamed('the programs of the system')] },
  'stow chezmoi yadm': { writes: () => [unnamed('the person’s home')] },
  tldr: { startsNothingElse: true },
};
