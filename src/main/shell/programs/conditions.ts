import { flagsOf, hasFlag, operandsOf, valuesOf } from '../arguments';
import type { ShellWord } from '../words';
import type { Invocation } from './record';

type Test = (use: Invocation) => boolean;

/** The first operands as one text. */
export const startOf = (args: readonly ShellWord[]): string =>
  operandsOf(args)
    .slice(0, 3)
    .map(({ raw }) => raw)
    .join(' ');

/** One of the flags is given. */
export const hasAny =
  (...flags: readonly string[]): Test =>
  ({ args }) =>
    hasFlag(args, ...flags);

/** The first operand is one of these subcommands. */
export const firstIs =
  (subcommand: RegExp): Test =>
  ({ args }) =>
    subcommand.test(operandsOf(args)[0]?.literal ?? '');

/** Any operand is one of these words. */
export const anyOperandIs =
  (word: RegExp): Test =>
  ({ args }) =>
    operandsOf(args).some(({ literal }) => word.test(literal ?? ''));

/** One of the first two operands, or a flag, is one of these words: the first operand may be the value of a flag. */
export const earlyWordIs =
  (word: RegExp): Test =>
  ({ args }) =>
    [
      ...operandsOf(args)
        .slice(0, 2)
        .map(({ literal }) => literal),
      ...flagsOf(args),
    ].some((given) => word.test(given ?? ''));

/** The operands together start like this: `remote add`. */
export const startsWith =
  (words: RegExp): Test =>
  ({ args }) =>
    words.test(startOf(args));

/** Any word, flags included, is like this. */
export const anyWordIs =
  (word: RegExp): Test =>
  ({ args }) =>
    args.some(({ raw }) => word.test(raw));

/** The subcommand, where the first operand may also be the value of a flag or a kind of thing: `docker image push`. */
export const subcommandIs =
  (subcommand: RegExp): Test =>
  ({ args }) => {
    const operands = operandsOf(args, '--prefix --dir -C --cwd --filter -w --workspace --directory --project');
    const [first] = operands;
    const early =
      args[0]?.literal?.startsWith('-') || /^(image|container|manifest)$/.test(first?.literal ?? '') ? operands.slice(0, 2) : [first];
    return early.some((word) => subcommand.test(word?.literal ?? ''));
  };

/** The words with which services are ended, or kept from starting. */
export const endsService = /^(stop|restart|disable|mask|kill|poweroff|reboot|halt|suspend|unload|bootout|remove|delete|shutdown|quit)$/i;

/** One of several conditions holds. */
export const anyOf =
  (...tests: readonly Test[]): Test =>
  (use) =>
    tests.some((test) => test(use));

/** The address of a machine: its host, after a scheme of the network and perhaps the name of a flag. */
const address =
  /^(?:--?[\w-]+=)?(?:https?|ftps?|sftp|ssh|wss?|rtmps?|rtsp|srt|s3|gs|mqtts?|amqps?|ldaps?|smb|git|git\+https?|git\+ssh|tcp|udp):\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/?,]*)/i;

/** An address that is not this machine's is among its words. */
export const namesRemoteAddress: Test = ({ args }) =>
  args.some(({ raw }) => {
    const host = address.exec(raw)?.[1];
    return host !== undefined && isRemote(host);
  });

/** A host that is not this machine. */
const isRemote = (host: string): boolean => !/^(|localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0|\/.*|%2F.*)$/i.test(host);

/** A database program is given a host that is not this machine: by a flag, in an address or in a list of settings. */
export const namesRemoteHost: Test = ({ args }) => {
  const flagged = valuesOf(args, '-h', '--host').map(({ literal }) => literal ?? '?');
  const addressed = args.flatMap(
    ({ raw }) => /^(?:--?\w[\w-]*=)?[a-z][a-z\d+]*:\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/?,]*)/i.exec(raw)?.[1] ?? [],
  );
  const listed = args.flatMap(({ raw }) => /(?:^|\s)host(?:addr)?\s*=\s*(\S+)/.exec(raw)?.[1] ?? []);
  return [...flagged, ...addressed, ...listed].some(isRemote);
};

/** A web address is among its operands. */
export const namesWebAddress: Test = ({ args }) => operandsOf(args).some(({ raw }) => /^https?:/i.test(raw));
