import { atom } from 'jotai';
import type { TerminalId, TerminalSize, TerminalSummary } from '../../shared/terminal';
import { host } from '../base/host';
import { Screen } from './screen';

const defaultSize: TerminalSize = { cols: 80, rows: 24 };

/** The screens of this window: one for each terminal that was shown, until the terminal is closed. */
class Screens {
  readonly #screens = new Map<TerminalId, Screen>();
  #latest: Screen | null = null;

  constructor() {
    host.on('terminal.output', (output) => this.#screens.get(output.id)?.receive(output));
    host.on('terminals.changed', (terminals) => this.#disposeClosed(new Set(terminals.map(({ id }) => id))));
    const restyle = (): void => {
      for (const screen of this.#screens.values()) screen.restyle();
    };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', restyle);
    new MutationObserver(restyle).observe(document.documentElement, { attributes: true });
  }

  /** The size for a new terminal: that of the last one shown. */
  get size(): TerminalSize {
    return this.#latest?.size ?? defaultSize;
  }

  open(terminal: TerminalSummary, mac: boolean): Screen {
    const known = this.#screens.get(terminal.id);
    const screen = known ?? new Screen(terminal, mac);
    this.#latest = screen;
    if (!known) {
      this.#screens.set(terminal.id, screen);
      void host.request('terminals.attach', { id: terminal.id });
    }
    return screen;
  }

  #disposeClosed(open: ReadonlySet<TerminalId>): void {
    for (const [id, screen] of this.#screens) {
      if (open.has(id)) continue;
      screen.dispose();
      this.#screens.delete(id);
    }
  }
}

/** Created when the first terminal is shown. */
export const screensAtom = atom(() => new Screens());
