import { hasFlag } from '../arguments';
import { hasAny } from './conditions';
import type { ProgramRecord, ProgramRecords } from './record';
import { valuesAfter } from './written';

const vi: ProgramRecord = {
  interpreter: { codeFlag: /^(-[a-zA-Z]*[cS]|--cmd$|--remote-(send|expr)$|\+\D)/, codeAfterFile: true },
  freeOperands: true,
};
/** Each of them can run a program through its own command language. */
const ownCommands: ProgramRecord = { unclear: () => ['It follows commands of its own'] };

/** Programs that edit or page through files. */
export const editorPrograms: ProgramRecords = {
  'vi vim nvim ex view gview rview vimdiff gvimdiff nvimdiff gvim mvim rvim rgvim evim eview vimx elvis nvi vis': vi,
  'ed red dc m4': ownCommands,
  'emacs emacsclient': {
    interpreter: { codeFlag: /^(--?(eval|execute|funcall|load|insert)(=|$)|-[efl]$)/, codeAfterFile: true },
    freeOperands: true,
  },
  'kak hx micro joe jed': {
    interpreter: { codeFlag: /^-(e|E|f|-eval)$/, codeAfterFile: true },
    freeOperands: true,
  },
  code: { risks: { network: hasAny('--install-extension'), deletes: hasAny('--uninstall-extension') }, freeOperands: true },
  'nano pico': { freeOperands: true },
  // less can be started with one of its own commands: `less '+!rm x' a`.
  'less more most': {
    writes: valuesAfter('-o', '-O', '--log-file', '--LOG-FILE'),
    unclear: ({ args }) =>
      args.some(({ raw }) => /^\+/.test(raw) && !/^\+(\d*[gGFp%]?|[/?].*)$/.test(raw)) ||
      hasFlag(args, '-k', '--lesskey-file', '--lesskey-src', '--lesskey-content')
        ? ['It starts with commands of its own']
        : [],
  },
};
