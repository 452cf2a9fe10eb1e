import { atom, useAtomValue } from 'jotai';
import { useContext, useState } from 'react';
import type { ToolItem, ToolProgress } from '../../../shared/transcript';
import { activeFolderAtom, transcriptAtom } from '../../base/app-state';
import { RichText } from '../../markdown/rich-text';
import { counted, duration } from '../../ui/amounts';
import { Button } from '../../ui/button';
import { textField } from './field';
import { Fold, SubagentsContext } from './folds';
import { newestStep } from './newest-step';
import { Outcome } from './outcome';
import styles from './tools.module.css';

/** A subagent: its prompt, its progress, its steps and its result. */
export function SubagentBody({ item }: { readonly item: ToolItem }) {
  const { key, toolUseId, input, progress, result, status } = item;
  const { open, count, toggle } = useContext(SubagentsContext);
  const steps = Math.max(count(toolUseId), result?.outcome?.what === 'agent' ? result.outcome.toolUses : 0);
  const isOpen = open.has(toolUseId);
  return (
    <>
      {status === 'running' && !isOpen && <Progress toolUseId={toolUseId} progress={progress} />}
      <Outcome item={item} />
      <div className={styles.folds}>
        {textField(input, 'prompt') !== '' && (
          <Fold id={`${key}/prompt`} summary="Task">
            <RichText text={textField(input, 'prompt')} />
          </Fold>
        )}
        {result && result.text.trim() !== '' && (
          <Fold id={`${key}/result`} summary="Answer">
            <RichText text={result.text} />
          </Fold>
        )}
        {steps > 0 && (
          <Button small look="link" className={styles.more} aria-expanded={isOpen} onClick={() => toggle(toolUseId)}>
            {isOpen ? 'Hide its steps' : `Show its ${counted(steps, 'step')}`}
          </Button>
        )}
      </div>
    </>
  );
}

/** The current step of a subagent and its progress. */
function Progress({ toolUseId, progress }: Pick<ToolItem, 'toolUseId' | 'progress'>) {
  const [newest] = useState(() => atom((get) => newestStep(get(transcriptAtom)?.items.values() ?? [], toolUseId, get(activeFolderAtom))));
  const step = useAtomValue(newest);
  const words = progressWords(progress, step === null);
  if (step === null && words === '') return null;
  return (
    <p className={styles.progress}>
      {step !== null && <span className={styles.now}>{step}</span>}
      {words !== '' && <span className="tabular">{words}</span>}
    </p>
  );
}

function progressWords(progress: ToolProgress | null, withText: boolean): string {
  if (!progress) return '';
  const { text, toolUses, tokens, durationMs } = progress;
  return [
    withText ? text : '',
    toolUses === null ? '' : counted(toolUses, 'tool call'),
    tokens === null ? '' : counted(tokens, 'token'),
    durationMs === null ? '' : duration(durationMs),
  ]
    .filter((part) => part !== '')
    .join(', ');
}
