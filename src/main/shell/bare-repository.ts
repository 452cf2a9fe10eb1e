import { gitParts, valuesOf } from './arguments';
import { variablesOf } from './inner-commands';
import { absolutePaths, type FolderContext, inBareRepository } from './paths';
import { programOf } from './program-name';
import type { SimpleCommand } from './simple-command';

/** A bare repository inside a project can have settings that run programs: `git -C vendor/bare status`, `GIT_DIR=vendor/bare`. */
export function usesBareRepository(command: SimpleCommand, call: FolderContext): boolean {
  const { words, places } = command;
  const named = programOf(words) === 'git' ? ['.', ...valuesOf(gitParts(words).globals, '-C', '--git-dir').map(({ raw }) => raw)] : [];
  const set = variablesOf(command).flatMap(({ name, value }) => (/^GIT_(COMMON_)?DIR$/.test(name) ? [value] : []));
  return [...named, ...set].some(
    (folder) => folder === null || absolutePaths(folder, places, call).some((place) => inBareRepository(call.cwd, place, call.realpath)),
  );
}
