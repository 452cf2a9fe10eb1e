import type { Ask } from '../../shared/ask';
import type { WindowSurface } from '../../shared/decision';
import { escapeInvisible } from '../../shared/invisible';
import { EscapedText } from '../base/escaped-text';
import { Failure } from '../ui/failure';
import styles from './ask.module.css';

/** The element with the text of a prompt, which describes the dialog. */
export const promptTextId = ({ id }: Pick<Ask, 'id'>, surface: WindowSurface): string => `prompt-${surface}-${encodeURIComponent(id)}`;

interface PromptTextProps {
  readonly ask: Ask;
  readonly surface: WindowSurface;
}

/** What a tool or an MCP server asks, and why it asks again. */
export function PromptText({ ask, surface }: PromptTextProps) {
  const { interaction, mcpServer } = ask;
  if (interaction === null) return null;
  const { origin, prompt, error } = interaction;
  return (
    <>
      {origin.by === 'server' && mcpServer === null && (
        <p className={styles.askedBy}>
          The MCP server <EscapedText text={origin.server} /> asks for this.
        </p>
      )}
      <p id={promptTextId(ask, surface)} className={styles.prompt}>
        <EscapedText text={prompt} />
      </p>
      <Failure text={error === null ? null : escapeInvisible(error)} />
    </>
  );
}
