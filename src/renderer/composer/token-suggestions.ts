import { useEffect, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import type { SlashCommand } from '../../shared/session';
import { host } from '../base/host';
import type { Suggestion } from '../ui/suggestions';
import type { MessageToken } from './message-token';

/** How long typing must rest before files are asked for. */
const restMs = 50;
const mostCommands = 50;
const none: readonly Suggestion[] = [];

/** What the CLI offers for the command or the file that is being typed. What was offered before stays until it answers. */
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
    const timer = setTimeout(() => void ask().catch(reportError), kind === 'command' ? 0 : restMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, kind, query]);
  return found?.kind === kind ? found.items : none;
}

const filesFor = async (id: SessionId, query: string): Promise<readonly Suggestion[]> =>
  (await host.request('sessions.files', { id, query })).map((value) => ({ value }));

/** The one that is it, then those that begin with it, then those that merely have it. */
function commandsFor(commands: readonly SlashCommand[], query: string): readonly Suggestion[] {
  const wanted = query.toLowerCase();
  const rank = ({ name }: SlashCommand): number => {
    const at = name.toLowerCase().indexOf(wanted);
    return name.toLowerCase() === wanted ? 0 : at === 0 ? 1 : at > 0 ? 2 : 3;
  };
  const fitting = commands.filter((command) => rank(command) < 3).sort((a, b) => rank(a) - rank(b));
  return fitting.slice(0, mostCommands).map(({ name, description, argumentHint }) => ({
    value: name,
    label: argumentHint === '' ? `/${name}` : `/${name} ${argumentHint}`,
    detail: description,
  }));
}
