import { useState } from 'react';
import { FindBar } from '../ui/find-bar';

interface FindInTerminalProps {
  /** Returns whether there is any. */
  readonly find: (text: string, backwards: boolean) => boolean;
  readonly onClose: () => void;
}

/** Finds text in what the terminal has printed, the newest first. */
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
