import { flagsOf, hasFlag, operandsOf, valuesOf } from '../arguments';
import type { ShellWord } from '../words';
import type { Invocation } from './record';

type Test = (use: Invocation) => boolean;

/** Joins the first operands into one text. */
export const startOf = (args: readonly ShellWord[]): string =>
  operandsOf(args)
    .slice(0, 3)
    .map(({ raw }) => raw)
    .join(' ');

/** Holds if one of the flags is given. */
export const hasAny =
  (...flags: readonly string[]): Test =>
  ({ args }) =>
    hasFlag(args, ...flags);

/** Holds if the first operand is one of these subcommands. */
export const firstIs =
  (subcommand: RegExp): Test =>
  ({ args }) =>
    subcommand.test(operandsOf(args)[0]?.literal ?? '');

/** Holds if any operand is one of these words. */
export const anyOperandIs =
  (word: RegExp): Test =>
  ({ args }) =>
    operandsOf(args).some(({ literal }) => word.test(literal ?? ''));

/** Holds if a flag or one of the first two operands is one of these words. The first operand may be the value of a flag. */
export const earlyWordIs =
  (word: RegExp): Test =>
  ({ args }) =>
    [
      ...operandsOf(args)
        .slice(0, 2)
        .map(({ literal }) => literal),
      ...flagsOf(args),
    ].some((given) => word.test(given ?? ''));

/** Holds if the joined operands match: `remote add`. */
export const startsWith =
  (words: RegExp): Test =>
  ({ args }) =>
    words.test(startOf(args));

/** Holds if any word matches, flags included. */
export const anyWordIs =
  (word: RegExp): Test =>
  ({ args }) =>
    args.some(({ raw }) => word.test(raw));

/** Holds if the subcommand is one of these. The first operand may also be the value of a flag, or an object: `docker image push`. */
export const subcommandIs =
  (subcommand: RegExp): Test =>
  ({ args }) => {
    const operands = operandsOf(args, '--prefix --dir -C --cwd --filter -w --workspace --directory --project');
    const [first] = operands;
    const early =
      args[0]?.literal?.startsWith('-') || /^(image|container|manifest)$/.test(first?.literal ?? '') ? operands.slice(0, 2) : [first];
    return early.some((word) => subcommand.test(word?.literal ?? ''));
  };

/** Words that stop services or keep them from starting. */
export const endsService = /^(stop|restart|disable|mask|kill|poweroff|reboot|halt|suspend|unload|bootout|remove|delete|shutdown|quit)$/i;

/** Holds if one of several conditions holds. */
export const anyOf =
  (...tests: readonly Test[]): Test =>
  (use) =>
    tests.some((test) => test(use));

/** Matches the host in a network address, with or without a flag before it. */
const address =
  /^(?:--?[\w-]+=)?(?:https?|ftps?|sftp|ssh|wss?|rtmps?|rtsp|srt|s3|gs|mqtts?|amqps?|ldaps?|smb|git|git\+https?|git\+ssh|tcp|udp):\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/?,]*)/i;

/** Holds if one of the words is the address of another machine. */
export const namesRemoteAddress: Test = ({ args }) =>
  args.some(({ raw }) => {
    const host = address.exec(raw)?.[1];
    return host !== undefined && isRemote(host);
  });

/** A host that is not this machine. */
const isRemote = (host: string): boolean => !/^(|localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0|\/.*|%2F.*)$/i.test(host);

/** Holds if a database program connects to another machine: by a flag, an address or a list of settings. */
export const namesRemoteHost: Test = ({ args }) => {
  const flagged = valuesOf(args, '-h', '--host').map(({ literal }) => literal ?? '?');
  const addressed = args.flatMap(
    ({ raw }) => /^(?:--?\w[\w-]*=)?[a-z][a-z\d+]*:\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/?,]*)/i.exec(raw)?.[1] ?? [],
  );
  const listed = args.flatMap(({ raw }) => /(?:^|\s)host(?:addr)?\s*=\s*(\S+)/.exec(raw)?.[1] ?? []);
  return [...flagged, ...addressed, ...listed].some(isRemote);
};

/** Holds if an operand is a web address. */
export const namesWebAddress: Test = ({ args }) => operandsOf(args).some(({ raw }) => /^https?:/i.test(raw));
