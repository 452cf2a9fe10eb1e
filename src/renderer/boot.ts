import './ui/tokens.css';
import './ui/base.css';

/** A hidden page gets no animation frame, so it starts after this time. */
const maxWaitMs = 250;

/** A table, because the minifier merges two imports in one condition and then loads the styles of only one. */
const views = { whole: () => import('./main'), inbox: () => import('./inbox-main') };
/** src/main/desktop/app-page.ts sets this parameter for the inbox window. */
const view = new URLSearchParams(window.location.search).get('view') === 'inbox' ? 'inbox' : 'whole';

let started = false;
function start(): void {
  if (started) return;
  started = true;
  void views[view]();
}

// Let the browser paint the frame in index.html before the scripts block the thread.
requestAnimationFrame(() => setTimeout(start));
setTimeout(start, maxWaitMs);
