import type { Ask } from '../../shared/ask';
import type { RuleCandidate, RuleDraft } from '../../shared/rule';
import { editTools, Tool } from '../../shared/tools';
import { ActionButton } from './guarded-surface';
import { useRuleOffer } from './rule-offer';

const allBash: RuleDraft = { tool: Tool.Bash, content: null, scope: 'session', inClaude: false };

interface QuickRulesProps {
  readonly ask: Ask;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly needsThought: boolean;
  readonly onAllow: (rule: RuleDraft) => void;
}

/** Buttons for the two rules that people want most often. */
export function QuickRules({ ask, busy, disabled, needsThought, onAllow }: QuickRulesProps) {
  const edits = editTools.has(ask.tool);
  const { offer } = useRuleOffer(ask.id, edits);
  const directory = edits && offer?.refused === null ? offer.candidates.find(isDirectory) : undefined;
  const rule: RuleDraft | null =
    ask.tool === Tool.Bash
      ? allBash
      : directory
        ? { tool: directory.tool, content: directory.content, scope: 'session', inClaude: false }
        : null;
  if (rule === null) return null;
  return (
    <ActionButton
      look="quiet"
      small
      disabled={disabled}
      busy={busy}
      needsThought={needsThought}
      title={directory?.label}
      onClick={() => onAllow(rule)}
    >
      {directory ? 'Allow writes to this directory' : 'Allow all Bash this session'}
    </ActionButton>
  );
}

/** Whether a candidate covers a folder instead of one file. */
const isDirectory = ({ content, exact }: RuleCandidate): boolean => !exact && content?.endsWith('/**') === true;
