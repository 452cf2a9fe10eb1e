import './ui/tokens.css';
import './ui/base.css';

/** A page that is not drawn at all must not wait for ever. */
const latestMs = 250;

/** A table, because of two imports in one condition the minifier makes one, with the styles of only one of them. */
const views = { whole: () => import('./main'), inbox: () => import('./inbox-main') };
/** src/main/desktop/app-page.ts gives the small window that has only the inbox this address. */
const view = new URLSearchParams(window.location.search).get('view') === 'inbox' ? 'inbox' : 'whole';

let started = false;
function start(): void {
  if (started) return;
  started = true;
  void views[view]();
}

// The frame in index.html is painted before the program takes the thread for itself.
requestAnimationFrame(() => setTimeout(start));
setTimeout(start, latestMs);
