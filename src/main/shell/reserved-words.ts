/** Words that bash or zsh reads as syntax where a command starts. */
export const reservedWords: ReadonlySet<string> = new Set(
  '{ } ! [[ ]] if then elif else fi case esac for foreach end select while until do done in function coproc'.split(' '),
);
