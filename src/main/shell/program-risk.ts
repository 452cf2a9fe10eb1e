import type { RiskKind } from '../../shared/risk';
import { operandsOf } from './arguments';
import { isNetwork } from './network';
import { programOf } from './program-name';
import type { Condition, Invocation, ProgramRecord, ProgramRisk } from './programs/record';
import { explainsItsWords, isReader, recordOf } from './programs/record-of';
import type { ShellWord } from './words';

/** Network is not in this list, because a redirection can cause it too. */
const recorded: readonly ProgramRisk[] = [
  'deletes',
  'governs',
  'sudo',
  'process',
  'secrets',
  'permissions',
  'not-understood',
  'force-push',
];

export function applies(condition: Condition | undefined, use: Invocation): boolean {
  return condition === true || condition?.(use) === true;
}

/** The risks that follow from a program's name and its words. */
export function programRisks(use: Invocation): RiskKind[] {
  const record = recordOf(use.program);
  return [
    ...recorded.filter((kind) => applies(record?.risks?.[kind], use)),
    ...(isNetwork(use) ? (['network'] as const) : []),
    ...(isReader(record) || !dropsData(use.args) ? [] : (['deletes'] as const)),
    ...(explainsItsWords(record) ? [] : risksOfUnknown(use, record)),
  ];
}

/** Unknown programs may also run or delete something: `xterm -e rm x`, `bwrap … rm x`, `argocd app delete x`, `vagrant destroy`. */
function risksOfUnknown({ args }: Invocation, record: ProgramRecord | undefined): RiskKind[] {
  // The words after an interpreter belong to its script and can be anything.
  const free = record?.freeOperands || record?.interpreter !== undefined;
  const deletes =
    !free &&
    operandsOf(args)
      .slice(0, 2)
      .some(({ literal }) => /^(delete|destroy)$/.test(literal ?? ''));
  return [...args.flatMap(riskOfStarting), ...(deletes ? (['deletes'] as const) : [])];
}

function riskOfStarting(word: ShellWord): RiskKind[] {
  const name = programOf([word]) ?? '';
  if (/^(rm|rmdir|shred|unlink|rimraf|wipefs|mkfs(\..+)?)$/.test(name)) return ['deletes'];
  return /^(sudo|doas|pkexec)$/.test(name) ? ['sudo'] : [];
}

/** The names of tasks that throw a database away: `rails db:drop`, `npm run db:reset`, `prisma migrate reset`. */
function dropsData(args: readonly ShellWord[]): boolean {
  const words = args.map(({ literal }) => literal ?? '');
  return words.some(
    (word, index) =>
      /^(\w+:)*(db|database|migrate|migrations?|schema|ecto)[:.](\w+:)*(drop|reset|fresh|wipe|purge|refresh)(:\w+)*$/.test(word) ||
      (/^(db|database|migrate|schema)$/.test(words[index - 1] ?? '') && /^(drop|reset|wipe|fresh)$/.test(word)) ||
      word === '--force-reset',
  );
}
