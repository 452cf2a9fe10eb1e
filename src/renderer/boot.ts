import './ui/tokens.css';
import './ui/base.css';

/** A page that is not drawn at all must not wait for ever. */
const latestMs = 250;

/** The small window that has only the inbox; src/main/desktop/app-page.ts gives it its address. */
const isInbox = new URLSearchParams(window.location.search).get('view') === 'inbox';

let started = false;
function start(): void {
  if (started) return;
  started = true;
  void (isInbox ? import('./inbox-main') : import('./main'));
}

// The frame in index.html is painted before the program takes the thread for itself.
requestAnimationFrame(() => setTimeout(start));
setTimeout(start, latestMs);
