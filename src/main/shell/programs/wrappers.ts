import { operandsOf, valuesOf } from '../arguments';
import type { ShellWord } from '../words';
import { firstIs } from './conditions';
import { commandStart, joined, line, startOfLine } from './inner';
import { alone } from './reads';
import type { ProgramRecords, ReadsByWords, Wrapper } from './record';
import { nothing } from './written';

const flock: Wrapper = { valued: '-w -E --wait --timeout --conflict-exit-code', operands: 1 };
const env: Wrapper = { valued: '-u -C -a -P --unset --chdir --argv0', assigns: true, moves: '-C --chdir' };
const watch: Wrapper = { valued: '-n -q --interval --equexit' };

/** The flags of a wrapper, without those of the command that it starts. */
const tracedTo =
  (wrapper: Wrapper) =>
  ({ words }: { readonly words: readonly ShellWord[] }): readonly ShellWord[] =>
    valuesOf(words.slice(1, commandStart(words, wrapper)), '-o', '--output');

const time: Wrapper = { valued: '-f -o --format --output', onlyStarts: true };
const ltrace: Wrapper = { valued: '-o -e -p -s -u -a -l -n' };
const strace: Wrapper = {
  valued: '-o -e -p -s -u -E -a -b -I -O -P -S -X --output --trace --attach --string-limit --user --env',
};

/** parallel joins its words into one script for a shell. Without words, the scripts come from its input. */
function parallelLine(words: readonly ShellWord[]) {
  const end = words.findIndex(({ literal }) => /^::::?\+?$/.test(literal ?? ''));
  const own = words.slice(0, end < 0 ? undefined : end);
  const start = commandStart(own, {
    valued: '-j -a -n -N -L -I -S -d --jobs --arg-file --colsep --delay --timeout --joblog --results --tmpdir',
  });
  const literals = own.slice(start).map(({ literal }) => literal);
  if (literals.length === 0 || literals.includes(null)) return line(null);
  // The input replaces `{}`, or is appended.
  return literals.some((word) => word?.includes('{')) ? line(literals.join(' ')) : startOfLine(literals.join(' '));
}

/** `command -v node` only looks a program up. With a second flag, zsh takes the first one as a program. */
const toldWhere: ReadsByWords = ([flag, ...names]) =>
  /^-[vV]$/.test(flag ?? '') && names.length > 0 && names.every((name) => !name.startsWith('-')) ? [] : null;

/** Programs that start the command in their words. */
export const wrapperPrograms: ProgramRecords = {
  builtin: { wraps: { onlyStarts: true } },
  command: { wraps: { onlyStarts: true }, reads: toldWhere },
  nice: { wraps: { valued: '-n --adjustment', onlyStarts: true } },
  stdbuf: { wraps: { valued: '-i -o -e --input --output --error', onlyStarts: true } },
  time: { wraps: time, writes: tracedTo(time) },
  timeout: { wraps: { valued: '-k -s --kill-after --signal', operands: 1, onlyStarts: true } },

  // zsh's `-` puts a dash before the program's name.
  'nohup setsid - jobs noglob nocorrect prlimit linux32 linux64 unbuffer rlwrap entr torsocks valgrind coreutils busybox toybox ld.so': {
    wraps: {},
  },
  exec: { wraps: { valued: '-a' } },
  repeat: { wraps: { operands: 1 } },
  ionice: { wraps: { valued: '-c -n -p --class --classdata' } },
  chrt: { wraps: { valued: '-T -P -D --sched-runtime --sched-period --sched-deadline', operands: 1 } },
  numactl: { wraps: { valued: '-i -p -N -C -m --interleave --preferred --cpunodebind --physcpubind --membind' } },
  choom: { wraps: { valued: '-n --adjust' } },
  // The machine name may be missing: `setarch -R rm x`.
  setarch: { wraps: { operands: (words) => (/^-/.test(words[1]?.literal ?? '') ? 0 : 1) } },
  setpriv: {
    wraps: {
      valued:
        '--reuid --regid --ruid --euid --rgid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile',
    },
  },
  unshare: {
    wraps: {
      valued:
        '-S -G -R -w --setuid --setgid --root --wd --propagation --setgroups --map-user --map-group --map-users --map-groups --monotonic --boottime',
    },
  },
  nsenter: { wraps: { valued: '-t -S -G --target --setuid --setgid' } },
  'systemd-run': {
    wraps: {
      valued:
        '-u -p -E -H -M --unit --property --setenv --uid --gid --slice --working-directory --description --service-type --nice --host --machine --on-active --on-calendar',
    },
  },
  'ssh-agent': { wraps: { valued: '-a -t' } },
  sshpass: { wraps: { valued: '-p -f -d -P' } },
  'xvfb-run': {
    wraps: { valued: '-n -e -f -p -s -w --server-num --server-args --error-file --auth-file --xauth-protocol --wait' },
  },
  fakeroot: { wraps: { valued: '-l -s -i -b' } },
  'proxychains proxychains4': { wraps: { valued: '-f' } },
  'cross-env': { wraps: { assigns: true } },
  'taskset chroot': { wraps: { operands: 1 } },
  caffeinate: { wraps: { valued: '-t -w' } },
  ltrace: { wraps: ltrace, writes: tracedTo(ltrace) },
  strace: { wraps: strace, writes: tracedTo(strace) },
  flock: {
    wraps: flock,
    starts: ({ words }) => {
      const file = commandStart(words, { ...flock, operands: 0 });
      return /^(-c|--command)$/.test(words[file + 1]?.literal ?? '') ? [line(words[file + 2]?.literal ?? null)] : null;
    },
  },
  watch: { wraps: watch, starts: ({ words }) => [joined(words.slice(commandStart(words, watch)))] },
  // Without a command it shows every variable, including keys.
  env: { wraps: env, risks: { secrets: ({ words }) => commandStart(words, env) >= words.length } },
  'chronic ifne firejail dbus-run-session proot chpst setuidgid daemonize': { wraps: {} },
  nix: { risks: { network: true }, runs: { after: /^(-c|--command)$/ } },
  xargs: {
    wraps: {
      valued: '-a -d -E -I -J -L -n -P -R -s --arg-file --delimiter --max-args --max-procs --max-chars --process-slot-var',
      adds: true,
    },
  },

  sudo: {
    risks: { sudo: true },
    wraps: {
      valued:
        '-u -g -h -p -C -D -R -T -U -r -t --user --group --host --prompt --close-from --chdir --chroot --command-timeout --other-user --role --type',
      assigns: true,
      moves: '-D --chdir',
    },
  },
  doas: { risks: { sudo: true }, wraps: { valued: '-u -C' } },
  pkexec: { risks: { sudo: true }, wraps: { valued: '--user' } },
  run0: {
    risks: { sudo: true },
    wraps: { valued: '-u -g -D --user --group --chdir --unit --property --setenv --slice --description --nice --background' },
  },
  runuser: {
    risks: { sudo: true },
    wraps: { valued: '-u -g -G -w --user --group --supp-group --whitelist-environment' },
    lineFlags: ['-c', '--command', '--session-command'],
  },
  'gosu su-exec': { risks: { sudo: true }, wraps: { operands: 1 } },
  'sudoedit runas gsudo sudo-rs gksu gksudo kdesu dzdo pfexec sg newgrp': { risks: { sudo: true } },

  // Files that they trust run in every shell that enters the folder.
  direnv: { runs: { after: /^exec$/, operands: 1 }, risks: { governs: firstIs(/^(allow|permit|grant)$/) } },
  devbox: { runs: { after: /^run$/ } },
  dotenv: { runs: { valued: '-e -f -c -v -p' } },
  'env-cmd': { runs: { valued: '-f --file -e --environments' } },
  xcrun: { runs: { valued: '--sdk --toolchain' } },
  arch: { reads: alone, otherUses: true, runs: {} },

  parallel: { starts: ({ words }) => [parallelLine(words)], writes: nothing, startsNothingElse: true },
  'hyperfine concurrently': { starts: ({ words }) => operandsOf(words.slice(1)).map(({ literal }) => line(literal)) },
  tmux: {
    starts: ({ words }) => [joined(operandsOf(words.slice(1), '-s -n -c -x -y -t -F -e -f -L -S').slice(1))],
    startsNothingElse: true,
    risks: { process: firstIs(/^kill-/) },
  },
  screen: {
    starts: ({ words }) => [joined(operandsOf(words.slice(1), '-S -c -e -h -p -s -t -T'))],
    startsNothingElse: true,
  },
  man: { lineFlags: ['-P', '--pager'], startsNothingElse: true },
  'nix-shell': { lineFlags: ['--run', '--command'] },
  nodemon: { lineFlags: ['-x', '--exec'] },
};
