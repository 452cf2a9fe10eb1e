import { useEffect, useState } from 'react';
import { messageOf } from '../../shared/errors';
import type { DecisionEntry } from '../../shared/ledger';
import { host } from '../base/host';

const pageSize = 100;
/** How long to wait after the last key before searching. */
const restMs = 120;

interface Pages {
  readonly text: string;
  readonly entries: readonly DecisionEntry[];
  readonly more: boolean;
}

/** Reads the decisions that contain a text, newest first, page by page. */
export function useDecisionPages(text: string) {
  const [pages, setPages] = useState<Pages | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(
      () => {
        readPage(text).then(
          (page) => {
            if (!current) return;
            setPages(page);
            setFailure(null);
          },
          (error: unknown) => current && setFailure(messageOf(error)),
        );
      },
      text === '' ? 0 : restMs,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);

  const earlier = async (): Promise<void> => {
    const last = pages?.entries.at(-1);
    if (!pages || !last) return;
    const page = await readPage(pages.text, last.id);
    // Ignore the page if the search text has changed since.
    setPages((now) => (now === pages ? { ...page, entries: [...pages.entries, ...page.entries] } : now));
  };
  return { pages, failure, earlier };
}

async function readPage(text: string, before?: number): Promise<Pages> {
  const entries = await host.request('ledger.decisions', {
    // One more than a page, to learn whether there are more.
    limit: pageSize + 1,
    ...(text === '' ? {} : { text }),
    ...(before === undefined ? {} : { before }),
  });
  return { text, entries: entries.slice(0, pageSize), more: entries.length > pageSize };
}
