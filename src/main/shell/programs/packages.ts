import { hasFlag, operandsOf, valuesOf } from '../arguments';
import { absolutePath, isInside } from '../paths';
import { anyOf, earlyWordIs, endsService, firstIs, hasAny, namesWebAddress, startOf, startsWith, subcommandIs } from './conditions';
import { version, versionBy } from './reads';
import type { Invocation, ProgramRecord, ProgramRecords } from './record';
import { byOutputFlags, inHome, unnamed } from './written';

const javascriptSubcommands =
  'install|i|ci|add|update|up|upgrade|publish|unpublish|login|adduser|audit|outdated|view|info|search|exec|x|dlx|create|init|link|dist-tag|access|token|fetch|global';
const javascriptPackages = subcommandIs(new RegExp(`^(${javascriptSubcommands})$`));
/** npm accepts aliases and prefixes of its subcommands. */
const npmSpellings =
  'in|inst?\\w*|install-\\w+|isnt\\w*|it|cit|ic|clean-install\\w*|upd\\w*|udpate|upg\\w*|publi?\\w*|unpub\\w*|log[io]\\w*|aud\\w*|outd\\w*|vi\\w*|v|show|se\\w*|s|find|ex\\w*|cre\\w*|inn?it|ping|whoami|doctor|dedupe|ddp|deprecate|owner|profile|team|org|hook|star';
const npmPackages = subcommandIs(new RegExp(`^(${javascriptSubcommands}|${npmSpellings})$`));

const systemInstalls = subcommandIs(/^(install|update|upgrade|dist-upgrade|full-upgrade|reinstall|download|search|fetch|add|tap|-s\w*)$/i);
const installs = subcommandIs(/^(install|i|add|update|upgrade|sync|lock|use|publish|search)$/);
const uninstalls = earlyWordIs(/^(remove|rm|purge|autoremove|erase|uninstall|del)$/);

/** A bare `yarn` installs, and so does a bare `bundle`. */
const installsAlone = ({ args }: Invocation): boolean => operandsOf(args).length === 0 && !hasFlag(args, '-v', '--version', '--help');

const nodePackageWrites: ProgramRecord['writes'] = ({ args }) => [
  ...valuesOf(args, '--prefix', '--dir', '-C', '--logs-dir', '--cache'),
  ...(hasFlag(args, '-g', '--global') ? [unnamed('the global packages')] : []),
  ...(/^((c|config) (set|delete|rm|edit|fix)|set)\b/.test(startOf(args)) ? [inHome('.npmrc')] : []),
];

/** `npx vitest` runs the installed package, from the folder or one above it, and downloads it only if it is missing. */
function isInstalled({ args, places, folder }: Invocation): boolean {
  // Any flag may name another package, and a name with a version is always looked up on the registry.
  const [name] = args.filter(({ literal }) => literal !== '--no-install');
  if (!/^[a-z][\w.-]*$/.test(name?.literal ?? '') || places === null || folder === null) return false;
  const { cwd, home, realpath } = folder;
  return places.every((place) => {
    const base = absolutePath(place, cwd, home);
    const above = base !== null && isInside(cwd, base, realpath) ? [base, cwd] : [];
    return above.some((parent) => realpath(`${parent}/node_modules/.bin/${name?.literal}`) !== null);
  });
}

/** Programs that install packages, and those that run a program from one. */
export const packagePrograms: ProgramRecords = {
  npm: {
    reads: version,
    otherUses: true,
    risks: {
      network: npmPackages,
      deletes: firstIs(/^unpublish$/),
      // It shows all environment variables.
      secrets: ({ args }) => /^(run|run-script|rum|urn) env\b/.test(startOf(args)),
    },
    writes: nodePackageWrites,
    runs: { after: /^(exec|x)$/, valued: '-p --package -w --workspace' },
    // Each of these flags names a program, or a settings file that can name one.
    unclear: ({ args }) =>
      hasFlag(args, '--script-shell', '--node-options', '--userconfig', '--globalconfig', '--git', '--shell', '--editor', '--viewer')
        ? ['It can run another program']
        : [],
  },
  pnpm: { risks: { network: javascriptPackages }, writes: nodePackageWrites, runs: { after: /^(exec|dlx)$/, byName: true } },
  yarn: {
    risks: { network: anyOf(javascriptPackages, installsAlone) },
    runs: { after: /^(exec|dlx)$/, valued: '-p --package', byName: true },
  },
  npx: { risks: { network: (use) => !isInstalled(use) }, runs: { valued: '-p --package -w --workspace' } },
  'pnpx bunx': { risks: { network: true }, runs: {} },
  corepack: { risks: { network: true } },

  pip: {
    reads: versionBy('-V', '--version'),
    otherUses: true,
    risks: { network: subcommandIs(/^(install|download|search|index|wheel)$/), deletes: firstIs(/^uninstall$/) },
    writes: (use) => (/^config (set|unset|edit)\b/.test(startOf(use.args)) ? [inHome('.config/pip')] : byOutputFlags(use)),
  },
  uv: {
    reads: versionBy('-V', '--version'),
    otherUses: true,
    risks: { network: subcommandIs(/^(add|sync|pip|tool|publish|lock|python)$/) },
    runs: {
      after: /^run$/,
      valued: '--with --with-editable --with-requirements --extra --group -p --python --env-file --directory --project --package',
    },
  },
  uvx: { risks: { network: true }, runs: { valued: '--from --with -p --python' } },
  pipx: { risks: { network: true, deletes: firstIs(/^uninstall/) } },
  easy_install: { risks: { network: true } },
  poetry: { risks: { network: subcommandIs(/^(install|add|update|publish|lock)$/) }, runs: { after: /^run$/ } },
  'conda mamba': {
    risks: { network: subcommandIs(/^(install|create|update|search)$/) },
    runs: { after: /^run$/, valued: '-n -p --name --prefix --cwd' },
  },
  'pipenv pdm rye': { risks: { network: installs }, runs: { after: /^run$/ } },
  hatch: { runs: { after: /^run$/ } },
  pixi: { risks: { network: installs }, runs: { after: /^run$/, valued: '-e --environment' } },
  mise: { risks: { network: installs, governs: firstIs(/^trust$/) }, runs: { after: /^(exec|x)$/, valued: '-C --cd' } },
  'asdf pyenv rbenv': { risks: { network: installs }, runs: { after: /^exec$/ } },
  'volta fnm nvm luarocks opam cabal stack ghcup conan vcpkg': {
    risks: { network: installs, deletes: earlyWordIs(/^(uninstall|remove)$/) },
  },
  'nix-env guix': { risks: { network: true, deletes: hasAny('-e', '--uninstall', '--delete-generations') } },
  'nix-collect-garbage': { risks: { deletes: true } },
  'emerge xbps-install pkg pkgin pkg_add eopkg slackpkg swupd rpm-ostree microdnf tdnf yay paru softwareupdate mas': {
    risks: { network: true, deletes: uninstalls },
  },
  'xbps-remove pkg_delete pkg_remove': { risks: { deletes: true } },
  'dart flutter': { risks: { network: startsWith(/^(pub (get|add|upgrade|publish|global)|upgrade|precache)\b/) }, freeOperands: true },
  virtualenv: { writes: ({ args }) => operandsOf(args, '-p --python --prompt') },

  cargo: {
    risks: {
      network: subcommandIs(/^(install|add|update|fetch|publish|search|login|owner|yank)$/),
      deletes: firstIs(/^(uninstall|yank)$/),
    },
    startsNothingElse: true,
  },
  rustup: { risks: { network: true }, runs: { after: /^run$/, operands: 1 } },
  go: {
    risks: { network: subcommandIs(/^(get|install|mod)$/), deletes: startsWith(/^clean\b/) },
    writes: (use) => (hasFlag(use.args, '-w', '-u') && startsWith(/^env\b/)(use) ? [inHome('.config/go/env')] : byOutputFlags(use)),
    lineFlags: ['-exec', '-toolexec', '-vettool'],
    freeOperands: true,
  },
  gem: { risks: { network: subcommandIs(/^(install|update|push|fetch|yank)$/), deletes: earlyWordIs(/^(uninstall|yank|cleanup)$/) } },
  bundle: { risks: { network: anyOf(subcommandIs(/^(install|update|add)$/), installsAlone) }, runs: { after: /^exec$/ } },
  composer: { risks: { network: subcommandIs(/^(install|update|require)$/) } },
  dotnet: { risks: { network: subcommandIs(/^(restore|add|tool|nuget|workload)$/) }, freeOperands: true },
  'twine pod nuget cpan cpanm': { risks: { network: true } },

  'apt apt-get yum dnf apk zypper port': { risks: { network: systemInstalls, deletes: uninstalls } },
  aptitude: { risks: { deletes: uninstalls } },
  brew: {
    risks: {
      network: systemInstalls,
      deletes: uninstalls,
      process: ({ args }) => {
        const [first, second] = operandsOf(args).map(({ literal }) => literal);
        return first === 'services' && endsService.test(second ?? '');
      },
    },
    startsNothingElse: true,
  },
  'snap flatpak choco winget scoop': { risks: { network: installs, deletes: uninstalls } },
  dpkg: { risks: { deletes: earlyWordIs(/^(-[rP]|--remove|--purge)$/) } },
  rpm: { risks: { deletes: earlyWordIs(/^(-e\w*|--erase)$/) } },
  pacman: { risks: { network: systemInstalls, deletes: earlyWordIs(/^(-R\w*|--remove)$/) } },

  bun: {
    risks: { network: javascriptPackages },
    runs: { after: /^x$/, byName: true },
    interpreter: {
      codeFlag: /^(-[a-z]*[ep]|--eval|--print)(=|$)/,
      valued: '-r --require --import --loader --experimental-loader -C --conditions --env-file --tsconfig -P --project',
      runWord: 'run',
      dataIsCode: true,
    },
  },
  deno: {
    risks: { network: anyOf(subcommandIs(/^(install|add|cache|publish|upgrade)$/), namesWebAddress) },
    startsNothingElse: true,
    interpreter: { codeFlag: /^-e$/, runWord: 'run', dataIsCode: true },
    inlineCode: (words) =>
      words[1]?.literal === 'eval'
        ? words
            .slice(1)
            .map(({ raw }) => raw)
            .join(' ')
        : null,
  },
};
