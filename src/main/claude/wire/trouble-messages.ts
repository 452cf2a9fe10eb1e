import { z } from 'zod';
import type { CliTrouble } from '../../../shared/transcript';
import type { ClaudeEvent } from '../events';
import { type CliMessage, maybe, text } from './fields';

const WritesLost = z.looseObject({ error_code: text, lost: maybe(z.array(z.string())) });
const MirrorError = z.looseObject({ error: text });
const ShuttingDown = z.looseObject({ reason: text });
const RefusalFallback = z.looseObject({ original_model: text, fallback_model: text, scope: text, api_refusal_explanation: text });
const AuthStatus = z.looseObject({ isAuthenticating: maybe(z.boolean()), output: maybe(z.array(z.string())), error: text });

/** Reads a message by which the CLI reports trouble of its own. None of them was seen in a run against the scripted API. */
export function readTrouble(name: string, message: CliMessage): ClaudeEvent | null {
  const trouble = troubleIn(name, message);
  return trouble && { kind: 'cli-trouble', trouble };
}

function troubleIn(name: string, message: CliMessage): CliTrouble | null {
  switch (name) {
    case 'session_writes_lost': {
      const { error_code, lost } = WritesLost.parse(message);
      // Without a list of what was lost, the worst is assumed.
      return { kind: 'writes-lost', code: error_code ?? 'unknown', conversation: lost?.includes('transcript') ?? true };
    }
    case 'mirror_error':
      return { kind: 'copy-failed', error: MirrorError.parse(message).error ?? 'unknown' };
    case 'worker_shutting_down':
      return { kind: 'shutting-down', reason: ShuttingDown.parse(message).reason ?? 'unknown' };
    case 'model_refusal_fallback': {
      const { original_model, fallback_model, scope, api_refusal_explanation } = RefusalFallback.parse(message);
      const models = { refused: original_model ?? 'The model', used: fallback_model ?? 'another model' };
      return { kind: 'other-model', ...models, lasting: scope !== 'local', reason: api_refusal_explanation ?? null };
    }
    case 'auth_status': {
      const { isAuthenticating, output, error } = AuthStatus.parse(message);
      if (error) return { kind: 'sign-in', state: 'failed', text: error };
      return isAuthenticating ? { kind: 'sign-in', state: 'running', text: output?.join('\n') ?? '' } : null;
    }
    default:
      return null;
  }
}
