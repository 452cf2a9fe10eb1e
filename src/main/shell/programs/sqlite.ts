import { operandsOf, valuesOf } from '../arguments';
import type { ShellWord } from '../words';
import type { Invocation } from './record';
import { textsGiven, withoutComments } from './sql';

const valued = '-cmd -init -separator -newline -nullvalue -maxsize -mmap -pagecache -lookaside -vfs -c -s';

/** Dot commands that only show something or change the output format. */
const harmless =
  /^(tables?|schema|fullschema|headers?|mode|index(es)?|indices|databases?|dbinfo|width|nullvalue|separator|timer|stats|echo|print|help|quit|exit|show|changes|eqp|explain|bail|limit|timeout|version|columns?|maxrows|maxwidth|dump|sha3sum|lint|parameter|prompt)$/i;
/** Dot commands that take a file name. */
const readsFile = /^(read|import)$/i;
const writesFile = /^(output|once|excel|backup|save|clone|log|trace)$/i;
/** Functions and statements that run a program, load one, or open another file. */
const reachesOut =
  /\b(edit|writefile|readfile|load_extension|fts3_tokenizer|read_text|read_blob)\s*\(|\battach\b|\bvacuum\b[\s\S]*\binto\b|\bcopy\b[\s\S]*\bto\b|\b(install|load)\s+\w/i;

/** The lines and statements in its words. The first operand is the database. */
function lines({ args, redirects }: Invocation): readonly string[] {
  const words = [...operandsOf(args, valued).slice(1), ...valuesOf(args, '-cmd', '-c', '-s')];
  return textsGiven({ args: words, redirects }).flatMap((text) => text.split('\n'));
}

function dotCommands(use: Invocation): readonly { readonly name: string; readonly words: readonly string[] }[] {
  return lines(use).flatMap((line) => {
    const [name, ...words] = /^\s*\.([a-z].*)$/is.exec(line)?.[1]?.trim().split(/\s+/) ?? [];
    return name === undefined ? [] : [{ name, words }];
  });
}

/** Why the effect of an sqlite command is unknown: it runs a program, or reads or writes in a way that is not checked. */
export function unclearSqlite(use: Invocation): readonly string[] {
  const runs = dotCommands(use).some(({ name, words }) => {
    // `.once |rm x`, `.once -e` and `.excel` start a program.
    const pipes = words.some((word) => /^["']?[|-]/.test(word));
    return !harmless.test(name) && ((!readsFile.test(name) && !writesFile.test(name)) || pipes || /^excel$/i.test(name));
  });
  const sql = withoutComments(lines(use).join('\n'));
  return [
    ...(runs ? ['It has the database program run another'] : []),
    ...(reachesOut.test(sql) ? ['It has the database program use other files or code'] : []),
  ];
}

/** Some dot commands write a file: `.backup /tmp/x`, `.output a.csv`. */
export function writtenBySqlite(use: Invocation): readonly ShellWord[] {
  return dotCommands(use).flatMap(({ name, words }) => {
    const file = words.at(-1)?.replaceAll(/^["']|["']$/g, '');
    return file !== undefined && writesFile.test(name) ? [{ literal: file, raw: file }] : [];
  });
}
