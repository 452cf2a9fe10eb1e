/** Variables with which a program can be made to run another one. */
const programVariables =
  /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PROMPT_COMMAND|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_ASKPASS|GIT_PROXY_COMMAND|NODE_OPTIONS|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_CONFIG_(COUNT|PARAMETERS|GLOBAL|SYSTEM|KEY_\d+)|PYTHONSTARTUP|PERL5OPT|PERL5DB|RUBYOPT|LESSOPEN|LESSCLOSE|PS4|TAR_OPTIONS|MAKEFLAGS|GNUMAKEFLAGS)$/;

/** Variables whose value is a command line that a program runs. */
export const lineVariables = /^(GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_PAGER|EDITOR|VISUAL|FCEDIT|PAGER|MANPAGER|BROWSER|RSYNC_RSH)$/;

/** Options of node that don't name anything to run. */
const nodeSwitch =
  /^--(max-(old|semi)-space-size=\d+|stack-(size|trace-limit)=\d+|no-(warnings|deprecation|experimental-[\w-]+)|experimental-(vm-modules|strip-types)|enable-source-maps|trace-[\w-]+|openssl-legacy-provider|preserve-symlinks|expose-gc|inspect(-brk)?)$/;

/** Options of make that don't name anything to run. */
const makeSwitch = /^(-[jklswB]*\d*|\d+|--(jobs|silent|keep-going|no-print-directory)(=\d+)?)$/;

/** Whether a variable with this value can make a program run another one. Null means that the value is unknown. */
export function canStartProgram(name: string, value: string | null): boolean {
  // zsh evaluates the values of these as arithmetic: `COLUMNS=PATH=0` sets PATH.
  if (/^(COLUMNS|LINES)$/.test(name)) return value !== null && !/^\d*$/.test(value);
  return programVariables.test(name) && !(value !== null && isHarmlessValue(name, value));
}

/** Whether the value of such a variable doesn't name anything to run. */
export function isHarmlessValue(name: string, value: string): boolean {
  if (name === 'MAKEFLAGS') return value.split(/\s+/).every((word) => makeSwitch.test(word));
  if (name === 'NODE_OPTIONS') return value.split(/\s+/).every((word) => word === '' || nodeSwitch.test(word));
  return value === '' || (/^GIT_CONFIG_(GLOBAL|SYSTEM)$/.test(name) && value === '/dev/null');
}
