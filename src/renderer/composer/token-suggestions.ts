import { useEffect, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import type { SlashCommand } from '../../shared/session';
import { host } from '../base/host';
import type { Suggestion } from '../ui/suggestions';
import type { MessageToken } from './message-token';

/** How long typing must pause before files are requested. */
const debounceMs = 50;
const maxCommands = 50;
const none: readonly Suggestion[] = [];

/** Suggestions for the command or file at the caret. The old ones stay until the new ones arrive. */
export function useTokenSuggestions(id: SessionId, token: MessageToken | null): readonly Suggestion[] {
  const [found, setFound] = useState<{ readonly kind: MessageToken['kind']; readonly items: readonly Suggestion[] } | null>(null);
  const kind = token?.kind ?? null;
  const query = token?.query ?? '';
  useEffect(() => {
    if (kind === null) {
      setFound(null);
      return;
    }
    let current = true;
    const ask = async (): Promise<void> => {
      const items = kind === 'command' ? commandsFor(await host.request('sessions.commands', { id }), query) : await filesFor(id, query);
      if (current) setFound({ kind, items });
    };
    const timer = setTimeout(() => void ask().catch(reportError), kind === 'command' ? 0 : debounceMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, kind, query]);
  return found?.kind === kind ? found.items : none;
}

const filesFor = async (id: SessionId, query: string): Promise<readonly Suggestion[]> =>
  (await host.request('sessions.files', { id, query })).map((value) => ({ value }));

/** Ranks an exact match first, then names that start with the query, then names that contain it. */
function commandsFor(commands: readonly SlashCommand[], query: string): readonly Suggestion[] {
  const wanted = query.toLowerCase();
  const rank = ({ name }: SlashCommand): number => {
    const at = name.toLowerCase().indexOf(wanted);
    return name.toLowerCase() === wanted ? 0 : at === 0 ? 1 : at > 0 ? 2 : 3;
  };
  const fitting = commands.filter((command) => rank(command) < 3).sort((a, b) => rank(a) - rank(b));
  return fitting.slice(0, maxCommands).map(({ name, description, argumentHint }) => ({
    value: name,
    label: argumentHint === '' ? `/${name}` : `/${name} ${argumentHint}`,
    detail: description,
  }));
}
