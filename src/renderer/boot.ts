import './ui/tokens.css';
import './ui/base.css';

/** A page that is not drawn at all must not wait for ever. */
const latestMs = 250;

let started = false;
function start(): void {
  if (started) return;
  started = true;
  void import('./main');
}

// The frame in index.html is painted before the program takes the thread for itself.
requestAnimationFrame(() => setTimeout(start));
setTimeout(start, latestMs);
