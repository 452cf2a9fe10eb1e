import { valuesOf } from '../arguments';
import { scriptComesIn } from '../standard-input';
import type { ShellWord } from '../words';
import { onlyPrintsInAwk } from './awk-program';
import { ReadOnlyFlags } from './read-only-flags';
import { patternThenPaths } from './reads';
import type { Invocation, ProgramRecord, ReadsByWords } from './record';
import { byCommonFlags, filesAfterScript } from './written';

/**
 * awk only filters text until it starts a program or writes a file. `|` and `>` do that only after a `print`; before it, or as `||`
 * and `>=`, they compare. `@f(…)` calls the function whose name is in f.
 */
const acts = /\b(system|getline|close|fflush)\b|@(load|include)\b|@[\w:]+\s*\(/;
const comparisons = /\|\||>=/g;

/** The script, if it does more than filter. gawk joins the scripts of several `-e`. */
function actingScript(words: readonly ShellWord[]): string | null {
  const script = words
    .slice(1)
    .map(({ raw }) => raw)
    .join('\n');
  const plain = script.replaceAll(comparisons, ' ');
  const print = plain.indexOf('print');
  return acts.test(plain) || (print >= 0 && /[|>]/.test(plain.slice(print))) ? script : null;
}

/** `gawk -i inplace` writes the files that it is given. */
function editedByInclude({ args }: Invocation): readonly ShellWord[] {
  if (!valuesOf(args, '-i', '--include').some(({ literal }) => literal === null || /inplace/.test(literal))) return [];
  const valued = '-i -F -v -e -f -l -E --include --field-separator --assign --source --file --load';
  return filesAfterScript(args, valued, '-e', '-f', '--source', '--file');
}

/** `-v` may set a variable of the script to a value without special characters. */
const setsPlainly = (assignment: string): boolean => /^([a-z]\w*|OFS|FS|RS|ORS)=[\w.,:;| -]*$/.test(assignment);

const flags = new ReadOnlyFlags('-F= -v=');
const printed = patternThenPaths(flags, [], onlyPrintsInAwk);
const reads: ReadsByWords = (words) => (flags.read(words)?.given.get('-v')?.every(setsPlainly) === false ? null : printed(words));

const base: ProgramRecord = {
  reads,
  otherUses: true,
  interpreter: { codeFlag: /^-e$/, inputIsData: true },
  inlineCode: actingScript,
  unclear: ({ args }) => (scriptComesIn(args) ? ['Its script is only known when it runs'] : []),
  scriptInWords: true,
};

export const awk: ProgramRecord = { ...base, writes: editedByInclude };
/** In these versions `-i` does not include a library. */
export const otherAwk: ProgramRecord = { ...base, writes: byCommonFlags };
