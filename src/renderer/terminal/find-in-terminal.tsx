import { useState } from 'react';
import { FindBar } from '../ui/find-bar';

interface FindInTerminalProps {
  /** Returns whether there is a match. */
  readonly find: (text: string, backwards: boolean) => boolean;
  readonly onClose: () => void;
}

/** The find bar of a terminal. It starts with the newest match. */
export function FindInTerminal({ find, onClose }: FindInTerminalProps) {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const look = (wanted: string, backwards: boolean): void => setMissing(wanted !== '' && !find(wanted, backwards));
  return (
    <FindBar
      name="Find in terminal"
      text={text}
      found={missing ? 'Not found' : ''}
      none={text === '' || missing}
      enterDirection={-1}
      onChange={(wanted) => {
        setText(wanted);
        look(wanted, true);
      }}
      onStep={(by) => look(text, by === -1)}
      onClose={onClose}
    />
  );
}
