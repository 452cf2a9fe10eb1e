import { hasFlag } from '../arguments';
import { sedScripts, sedTexts } from '../sed-script';
import { scriptComesIn } from '../standard-input';
import { patternThenPaths } from './reads';
import type { ProgramRecord } from './record';
import { editedInPlace } from './written';

const address = String.raw`(\d+|\$|\/[^\/\\\[\n;]*\/)`;
const lines = new RegExp(String.raw`^(${address}(,(\+\d+|${address}))?)?[pdq=]$`);
const replacement = /^s\/([^/\\\n;]|\\[^\n;])*\/([^/\\\n;]|\\[^\n;])*\/[gpiI\d]*$/;

/** Only `p`, `d`, `q` and `=` with line addresses, or one plain `s/a/b/`. The rest of the language can write files and run commands. */
const onlyPrints = (script: string): boolean => replacement.test(script) || script.split(';').every((part) => lines.test(part.trim()));

/** A script that deletes every line, or, with `-n`, one that prints none. */
const deletesAll = /^\s*(1,\$|0,\$|\/(\.\*|\^|\$|\.)?\/)?\s*\{?\s*d\s*;?\s*\}?\s*$/;

export const sed: ProgramRecord = {
  empties: (use) => {
    const edited = editedInPlace(use);
    const scripts = sedTexts(use.args);
    const empties = scripts.some((script) => deletesAll.test(script) || (script.trim() === '' && hasFlag(use.args, '-n')));
    return empties ? edited : [];
  },
  reads: patternThenPaths('-nErsuz -e= --quiet --silent --regexp-extended --expression=', ['-e', '--expression'], onlyPrints),
  writes: (use) => [...sedScripts(use.args).writes.map((file) => ({ literal: file, raw: file })), ...editedInPlace(use)],
  unclear: ({ args }) => [
    ...(scriptComesIn(args) ? ['Its script is only known when it runs'] : []),
    ...(sedScripts(args).runs ? ['Its script runs programs'] : []),
  ],
  scriptInWords: true,
};
