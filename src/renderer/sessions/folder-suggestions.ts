import { useEffect, useState } from 'react';
import { host } from '../base/host';
import type { Suggestion } from '../ui/suggestions';

/** How long typing must rest before folders are looked for. */
const restMs = 80;
const none: readonly Suggestion[] = [];

/** Folders that the text may become; null asks for none. */
export function useFolderSuggestions(text: string | null): readonly Suggestion[] {
  const [found, setFound] = useState<{ readonly text: string; readonly items: readonly Suggestion[] } | null>(null);
  useEffect(() => {
    if (text === null) return;
    let current = true;
    const ask = async (): Promise<void> => {
      const folders = await host.request('folders.complete', { text });
      if (current) setFound({ text, items: folders.map((value) => ({ value })) });
    };
    const timer = setTimeout(() => void ask().catch(reportError), restMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
  return found !== null && found.text === text ? found.items : none;
}
