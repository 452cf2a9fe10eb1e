import type { Shell } from './jail';
import type { Random } from './random';

// The CLI copies the options of the person's shell to the shell that runs commands.
const zsh =
  'EXTENDED_GLOB MAGIC_EQUAL_SUBST AUTO_CD RC_QUOTES INTERACTIVE_COMMENTS KSH_ARRAYS BRACE_CCL SH_WORD_SPLIT GLOB_SUBST NULL_GLOB NO_NOMATCH GLOB_DOTS KSH_GLOB MULTIOS NO_MULTIOS ' +
  'PROMPT_SUBST CORRECT NO_CLOBBER IGNORE_BRACES C_BASES OCTAL_ZEROES CSH_NULL_GLOB GLOB_ASSIGN RC_EXPAND_PARAM SH_GLOB EQUALS NO_EQUALS AUTO_PUSHD CDABLE_VARS CHASE_LINKS PIPE_FAIL';
const bash =
  'autocd cdable_vars cdspell dotglob expand_aliases failglob globstar lastpipe nocaseglob nocasematch nullglob xpg_echo assoc_expand_once';
const bashFlags = 'noclobber nounset pipefail allexport physical monitor';

/** Commands that set options that people may have set; often none. */
export function optionsFor(shell: Shell, random: Random): string[] {
  if (random.chance(0.5)) return [];
  if (shell === 'zsh') return random.some(zsh.split(' '), 0.15).map((name) => `setopt ${name}`);
  return [
    ...random.some(bash.split(' '), 0.2).map((name) => `shopt -s ${name}`),
    ...random.some(bashFlags.split(' '), 0.1).map((name) => `set -o ${name}`),
  ];
}
