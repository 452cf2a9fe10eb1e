import type { ToolItem } from '../../../shared/transcript';
import { RichText } from '../../markdown/rich-text';
import { textField } from './field';
import { Fold } from './folds';

/** A plan that Claude made. While it waits it stands in its card below. */
export function PlanBody({ item: { key, input, status } }: { readonly item: ToolItem }) {
  const plan = textField(input, 'plan');
  if (plan === '' || status === 'running') return null;
  return (
    <Fold id={`${key}/plan`} summary="The plan">
      <RichText text={plan} />
    </Fold>
  );
}
