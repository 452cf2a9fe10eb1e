/** The names of the highlights for all matches and for those in the current row. transcript.module.css styles them. */
const everywhere = 'found';
const here = 'found-here';

/** Highlights a text in every drawn row, and again when rows change. Returns a function that stops it. */
export function markMatches(within: HTMLElement, text: string, index: number | null): () => void {
  const mark = (): void => {
    const all = matchesIn(within, text);
    const row = index === null ? null : within.querySelector(`[data-index="${index}"]`);
    CSS.highlights.set(everywhere, new Highlight(...all));
    CSS.highlights.set(here, new Highlight(...all.filter((range) => row?.contains(range.startContainer))));
  };
  let frame = 0;
  const soon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(mark);
  };
  mark();
  const observer = new MutationObserver(soon);
  observer.observe(within, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(everywhere);
    CSS.highlights.delete(here);
  };
}

function matchesIn(within: HTMLElement, text: string): Range[] {
  const needle = text.toLowerCase();
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const hay = node.nodeValue?.toLowerCase() ?? '';
    // Some letters change their length with their case, and then the offsets don't match.
    if (hay.length !== node.nodeValue?.length) continue;
    for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + needle.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + needle.length);
      ranges.push(range);
    }
  }
  return ranges;
}
