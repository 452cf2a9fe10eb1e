import { commandNames, idsCommand } from '../shared/command-names';
import { CommandFailure, exitCode } from './command-io';

const requests = ['show', 'allow', 'deny', 'answer'];
const sessions = ['send', 'interrupt'];
const folders = ['new', 'open'];
const shells = ['bash', 'zsh', 'fish'];

/** A script that a shell reads at its start. It asks the app for ids, and offers none if the app does not run. */
export function completionScript(shell: string): string {
  switch (shell) {
    case 'bash':
      return bash;
    case 'zsh':
      return zsh;
    case 'fish':
      return fish;
    default:
      throw new CommandFailure(exitCode.usage, `The shell is one of ${shells.join(', ')}.`);
  }
}

const bash = `_signalbox() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '${commandNames.join(' ')}' -- "$word"; compgen -d -- "$word")
    return
  fi
  ((COMP_CWORD == 2)) || return
  case \${COMP_WORDS[1]} in
    ${requests.join('|')}) mapfile -t COMPREPLY < <(compgen -W "$(signalbox ${idsCommand} requests 2>/dev/null)" -- "$word") ;;
    ${sessions.join('|')}) mapfile -t COMPREPLY < <(compgen -W "$(signalbox ${idsCommand} sessions 2>/dev/null)" -- "$word") ;;
    ${folders.join('|')}) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    completion) mapfile -t COMPREPLY < <(compgen -W '${shells.join(' ')}' -- "$word") ;;
  esac
}
complete -F _signalbox signalbox
`;

const zsh = `#compdef signalbox
_signalbox() {
  if ((CURRENT == 2)); then
    compadd -- ${commandNames.join(' ')}
    _path_files -/
    return
  fi
  ((CURRENT == 3)) || return
  case $words[2] in
    ${requests.join('|')}) compadd -- \${(f)"$(signalbox ${idsCommand} requests 2>/dev/null)"} ;;
    ${sessions.join('|')}) compadd -- \${(f)"$(signalbox ${idsCommand} sessions 2>/dev/null)"} ;;
    ${folders.join('|')}) _path_files -/ ;;
    completion) compadd -- ${shells.join(' ')} ;;
  esac
}
compdef _signalbox signalbox
`;

const fish = `complete -c signalbox -n __fish_use_subcommand -a '${commandNames.join(' ')}'
complete -c signalbox -f -n '__fish_seen_subcommand_from ${requests.join(' ')}' -a '(signalbox ${idsCommand} requests 2>/dev/null)'
complete -c signalbox -f -n '__fish_seen_subcommand_from ${sessions.join(' ')}' -a '(signalbox ${idsCommand} sessions 2>/dev/null)'
complete -c signalbox -f -n '__fish_seen_subcommand_from completion' -a '${shells.join(' ')}'
`;
