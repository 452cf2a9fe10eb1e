import { useEffect, useState } from 'react';
import { Button } from '../ui/button';
import { host } from './host';
import { useTask } from './task';

const copiedShownMs = 1_500;

interface CopyButtonProps {
  readonly text: string;
  readonly title?: string;
}

export function CopyButton({ text, title = 'Copy the code' }: CopyButtonProps) {
  const task = useTask();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedShownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    await host.request('app.copyText', { text });
    setCopied(true);
  };
  return (
    <Button small look="quiet" title={task.failure ?? title} onClick={() => task.run(copy)}>
      {copied ? 'Copied' : task.failure !== null ? 'Not copied' : 'Copy'}
    </Button>
  );
}
