/** A program that starts the command that stands in its words. */
export interface Wrapper {
  /** Flags that take the next word. */
  readonly valued?: string;
  /** Words between the flags and the command. */
  readonly operands?: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: boolean;
  /** Adds words of its own that we can't know. */
  readonly adds?: boolean;
  /** Flags that send it to another folder. */
  readonly moves?: string;
  /** Matters in itself, or has flags that do. The flags of those without this are all listed here or have no value. */
  readonly matters?: boolean;
}

export const wrappers: Readonly<Record<string, Wrapper>> = {
  builtin: {},
  command: {},
  nice: { valued: '-n --adjustment' },
  stdbuf: { valued: '-i -o -e --input --output --error' },
  time: { valued: '-f -o --format --output' },
  timeout: { valued: '-k -s --kill-after --signal', operands: 1 },
  nohup: { matters: true },
  setsid: { matters: true },
  exec: { valued: '-a', matters: true },
  // zsh: a program with a dash before its name
  '-': { matters: true },
  jobs: { matters: true },
  noglob: { matters: true },
  nocorrect: { matters: true },
  repeat: { operands: 1, matters: true },
  ionice: { valued: '-c -n -p --class --classdata', matters: true },
  chrt: { valued: '-T -P -D --sched-runtime --sched-period --sched-deadline', operands: 1, matters: true },
  numactl: { valued: '-i -p -N -C -m --interleave --preferred --cpunodebind --physcpubind --membind', matters: true },
  prlimit: { matters: true },
  choom: { valued: '-n --adjust', matters: true },
  setarch: { operands: 1, matters: true },
  linux32: { matters: true },
  linux64: { matters: true },
  setpriv: {
    valued:
      '--reuid --regid --ruid --euid --rgid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile',
    matters: true,
  },
  unshare: {
    valued:
      '-S -G -R -w --setuid --setgid --root --wd --propagation --setgroups --map-user --map-group --map-users --map-groups --monotonic --boottime',
    matters: true,
  },
  nsenter: { valued: '-t -S -G --target --setuid --setgid', matters: true },
  'systemd-run': {
    valued:
      '-u -p -E -H -M --unit --property --setenv --uid --gid --slice --working-directory --description --service-type --nice --host --machine --on-active --on-calendar',
    matters: true,
  },
  'ssh-agent': { valued: '-a -t', matters: true },
  sshpass: { valued: '-p -f -d -P', matters: true },
  'xvfb-run': {
    valued: '-n -e -f -p -s -w --server-num --server-args --error-file --auth-file --xauth-protocol --wait',
    matters: true,
  },
  fakeroot: { valued: '-l -s -i -b', matters: true },
  unbuffer: { matters: true },
  rlwrap: { matters: true },
  entr: { matters: true },
  proxychains: { valued: '-f', matters: true },
  proxychains4: { valued: '-f', matters: true },
  torsocks: { matters: true },
  valgrind: { matters: true },
  ltrace: { valued: '-o -e -p -s -u -a -l -n', matters: true },
  'cross-env': { assigns: true, matters: true },
  coreutils: { matters: true },
  taskset: { operands: 1, matters: true },
  caffeinate: { valued: '-t -w', matters: true },
  strace: { valued: '-o -e -p -s -u -E -a -b -I -O -P -S -X --output --trace --attach --string-limit --user --env', matters: true },
  flock: { valued: '-w -E --wait --timeout --conflict-exit-code', operands: 1, matters: true },
  chroot: { operands: 1, matters: true },
  busybox: { matters: true },
  toybox: { matters: true },
  sudo: {
    valued:
      '-u -g -h -p -C -D -R -T -U -r -t --user --group --host --prompt --close-from --chdir --chroot --command-timeout --other-user --role --type',
    assigns: true,
    moves: '-D --chdir',
    matters: true,
  },
  doas: { valued: '-u -C', matters: true },
  pkexec: { valued: '--user', matters: true },
  run0: { valued: '-u -g -D --user --group --chdir --unit --property --setenv --slice --description --nice --background', matters: true },
  runuser: { valued: '-u -g -G -w --user --group --supp-group --whitelist-environment', matters: true },
  watch: { valued: '-n -q --interval --equexit', matters: true },
  gosu: { operands: 1, matters: true },
  'su-exec': { operands: 1, matters: true },
  env: { valued: '-u -C -a -P --unset --chdir --argv0', assigns: true, moves: '-C --chdir', matters: true },
  xargs: {
    valued: '-a -d -E -I -J -L -n -P -R -s --arg-file --delimiter --max-args --max-procs --max-chars --process-slot-var',
    adds: true,
    matters: true,
  },
};

/**
 * Programs that start another in what they have prepared: after which word it stands, if any. They are looked through for
 * marks only: a rule for `uv run *` speaks of what uv runs.
 */
export const runners: Readonly<Record<string, Wrapper & { readonly after?: RegExp }>> = {
  docker: { after: /^exec$/, valued: '-e -u -w --env --env-file --user --workdir --detach-keys', operands: 1 },
  podman: { after: /^exec$/, valued: '-e -u -w --env --env-file --user --workdir --detach-keys', operands: 1 },
  uv: {
    after: /^run$/,
    valued: '--with --with-editable --with-requirements --extra --group -p --python --env-file --directory --project --package',
  },
  poetry: { after: /^run$/ },
  pipenv: { after: /^run$/ },
  pdm: { after: /^run$/ },
  hatch: { after: /^run$/ },
  rye: { after: /^run$/ },
  pixi: { after: /^run$/, valued: '-e --environment' },
  conda: { after: /^run$/, valued: '-n -p --name --prefix --cwd' },
  mamba: { after: /^run$/, valued: '-n -p --name --prefix --cwd' },
  bundle: { after: /^exec$/ },
  mise: { after: /^(exec|x)$/, valued: '-C --cd' },
  asdf: { after: /^exec$/ },
  pyenv: { after: /^exec$/ },
  rbenv: { after: /^exec$/ },
  direnv: { after: /^exec$/, operands: 1 },
  rustup: { after: /^run$/, operands: 1 },
  devbox: { after: /^run$/ },
  doppler: { after: /^run$/, valued: '-p -c --project --config' },
  npm: { after: /^(exec|x)$/, valued: '-p --package -w --workspace' },
  pnpm: { after: /^(exec|dlx)$/ },
  yarn: { after: /^(exec|dlx)$/, valued: '-p --package' },
  bun: { after: /^x$/ },
  npx: { valued: '-p --package -w --workspace' },
  pnpx: {},
  bunx: {},
  uvx: { valued: '--from --with -p --python' },
  dotenv: { valued: '-e -f -c -v -p' },
  'env-cmd': { valued: '-f --file -e --environments' },
  xcrun: { valued: '--sdk --toolchain' },
  arch: {},
};

/** Of each program, the flags whose value is a command line. */
export const lineFlags: Readonly<Record<string, readonly string[]>> = {
  tar: [
    '-I',
    '-F',
    '--use-compress-program',
    '--to-command',
    '--checkpoint-action',
    '--info-script',
    '--new-volume-script',
    '--rsh-command',
  ],
  rsync: ['-e', '--rsh'],
  sort: ['--compress-program'],
  split: ['--filter'],
  rg: ['--pre', '--hostname-bin'],
  man: ['-P', '--pager'],
  'nix-shell': ['--run', '--command'],
  zip: ['-TT', '--unzip-command'],
  nodemon: ['-x', '--exec'],
  runuser: ['-c', '--command', '--session-command'],
  mapfile: ['-C'],
  readarray: ['-C'],
  compgen: ['-C'],
  hash: ['-p'],
};

/** They add words of their own to that line. */
export const addsWords: ReadonlySet<string> = new Set(['mapfile', 'readarray', 'compgen', 'hash']);

/** Variables whose value is a command line that a program runs. */
export const lineVariables = /^(GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_PAGER|EDITOR|VISUAL|FCEDIT|PAGER|MANPAGER|BROWSER|RSYNC_RSH)$/;
