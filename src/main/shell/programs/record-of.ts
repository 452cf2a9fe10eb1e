import { archivePrograms } from './archives';
import { buildPrograms } from './builds';
import { cloudPrograms } from './cloud';
import { containerPrograms } from './containers';
import { databasePrograms } from './databases';
import { editorPrograms } from './editors';
import { filePrograms } from './files';
import { git } from './git';
import { interpreterPrograms } from './interpreters';
import { networkPrograms } from './network';
import { packagePrograms } from './packages';
import type { ProgramRecord, ProgramRecords } from './record';
import { searchPrograms } from './search';
import { secretPrograms } from './secret-keepers';
import { shellPrograms } from './shells';
import { systemPrograms } from './system';
import { textPrograms } from './text';
import { wrapperPrograms } from './wrappers';

export const groups: readonly ProgramRecords[] = [
  archivePrograms,
  buildPrograms,
  cloudPrograms,
  containerPrograms,
  databasePrograms,
  editorPrograms,
  filePrograms,
  { git },
  interpreterPrograms,
  networkPrograms,
  packagePrograms,
  searchPrograms,
  secretPrograms,
  shellPrograms,
  systemPrograms,
  textPrograms,
  wrapperPrograms,
];

const records: ReadonlyMap<string, ProgramRecord> = new Map(
  groups.flatMap((group) =>
    Object.entries(group).flatMap(([names, record]) => names.split(' ').map((name): [string, ProgramRecord] => [name, record])),
  ),
);

/** Programs that are often installed under a name with a version: `python3.12`, `pip3`, `ksh93`, `zsh-5.9`. */
const versioned = /^(i?python|pypy|pip|perl|ruby|lua|php|node|gem|tclsh|wish|guile|bash|zsh|ksh|mksh|gcc|g\+\+|clang|psql)[-\d.]+$/;

/** The record of a program, by its name without the folder; undefined when the program is unknown. */
export function recordOf(name: string | null): ProgramRecord | undefined {
  if (name === null) return undefined;
  const known = records.get(name);
  if (known) return known;
  if (name.startsWith('mkfs')) return records.get('mkfs');
  // The dynamic loader starts programs: `ld-linux-x86-64.so.2 /bin/rm x`.
  if (/^ld(-[\w-]+)?\.so\b/.test(name)) return records.get('ld.so');
  const [, base] = versioned.exec(name) ?? [];
  return base === undefined ? undefined : records.get(base);
}

/** The programs that have a read-only use. */
export const readingPrograms: readonly string[] = [...records].flatMap(([name, { reads }]) => (reads ? [name] : []));

/** Whether a program is a reader, whatever its words are. */
export function isReader(record: ProgramRecord | undefined): boolean {
  return record?.reads !== undefined && !record.otherUses;
}

/** Whether a program only reads, or starts another command that is checked separately. */
export function readsOrStarts(record: ProgramRecord | undefined): boolean {
  return isReader(record) || record?.shell !== undefined || record?.wraps !== undefined || record?.runs !== undefined;
}

/** Whether the record says everything about the program's words. In other programs, a word may be a command or an address. */
export function explainsItsWords(record: ProgramRecord | undefined): boolean {
  return readsOrStarts(record) || record?.risks?.deletes === true || record?.startsNothingElse === true;
}
