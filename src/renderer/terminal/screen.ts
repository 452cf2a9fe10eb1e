import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { type IBufferRange, Terminal } from '@xterm/xterm';
import type { TerminalOutput, TerminalSize, TerminalSummary } from '../../shared/terminal';
import { host } from '../base/host';
import { coloursOf } from './colours';
import { terminalKey } from './keys';
import { linkKind, type TerminalLink } from './link';
import { type Pasted, pasted, runsAtOnce } from './pasted';
import styles from './terminal.module.css';

/** With the widest window some ten megabytes. */
const scrollbackLines = 5_000;
/** Dragging the window's edge resizes the program's world once, at its end. */
const resizeAfterMs = 60;
/** A screen reader could not follow more than this at once, and telling it every character costs more than drawing it. */
const tooMuchToTell = 32 * 1024;
/** It is told again when the screen has been at rest for so long. */
const restMs = 300;

/** What a screen asks of the view it is shown in. */
export interface ScreenView {
  find(): void;
  leave(): void;
  /** The lines would run one by one. */
  confirm(text: Pasted): void;
  /** The text of the link does not say where it leads. */
  confirmLink(link: TerminalLink): void;
}

/** One terminal as it is drawn. It lives as long as the terminal, shown or not, and what it shows never passes through React. */
export class Screen {
  readonly #id: TerminalSummary['id'];
  readonly #element = document.createElement('div');
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #mac: boolean;
  #view: ScreenView | null = null;
  #behind = 0;
  #replaying = false;
  #rest: number | undefined;

  constructor({ id, number }: TerminalSummary, mac: boolean) {
    this.#id = id;
    this.#mac = mac;
    this.#element.className = styles.screen ?? '';
    this.#terminal = new Terminal({
      scrollback: scrollbackLines,
      cursorBlink: false,
      minimumContrastRatio: 4.5,
      screenReaderMode: true,
      // Links that a program prints with a text of its own choice.
      linkHandler: { activate: (_event, address, range) => this.#followLink({ text: this.#textOf(range), address }) },
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.loadAddon(new WebLinksAddon((_event, address) => openLink(address)));
    this.#terminal.attachCustomKeyEventHandler((event) => this.#onKey(event));
    this.#terminal.onData((data) => {
      // An earlier page answered the queries in what is replayed; every answer begins with Esc.
      if (this.#replaying && data.startsWith('\u001b')) return;
      void host.request('terminals.write', { id, data });
    });
    this.#terminal.onResize(({ cols, rows }) => void host.request('terminals.resize', { id, size: { cols, rows } }));
    // Before xterm hears of it.
    this.#element.addEventListener('paste', (event) => this.#onPaste(event), { capture: true });
    this.#label = `Terminal ${number}`;
  }

  readonly #label: string;

  get size(): TerminalSize {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** Puts it into the page; returns the way to take it out again. */
  show(parent: HTMLElement, view: ScreenView): () => void {
    this.#view = view;
    parent.append(this.#element);
    if (this.#terminal.element) this.restyle();
    else this.#open();
    let timer: number | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(() => this.#fit.fit(), resizeAfterMs);
    });
    this.#fit.fit();
    observer.observe(this.#element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      this.#view = null;
      this.#element.remove();
    };
  }

  take({ data, fresh, replayed }: TerminalOutput): void {
    if (fresh) this.#terminal.reset();
    this.#behind += data.length;
    if (this.#behind > tooMuchToTell) this.#tellNothing();
    if (replayed > 0) {
      this.#replaying = true;
      this.#terminal.write(data.slice(0, replayed), () => {
        this.#replaying = false;
      });
    }
    this.#terminal.write(data.slice(replayed), () => {
      this.#behind -= data.length;
      void host.request('terminals.seen', { id: this.#id, characters: data.length });
    });
  }

  paste({ text }: Pasted): void {
    this.#terminal.paste(text);
    this.focus();
  }

  /** Whether there is any. */
  find(text: string, backwards: boolean): boolean {
    return backwards ? this.#search.findPrevious(text) : this.#search.findNext(text);
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** The theme or the size of text changed. */
  restyle(): void {
    if (!this.#element.isConnected) return;
    const { fontSize, fontFamily } = getComputedStyle(this.#element);
    this.#terminal.options = { fontFamily, fontSize: Number.parseFloat(fontSize), theme: coloursOf(this.#element) };
    this.#fit.fit();
  }

  dispose(): void {
    clearTimeout(this.#rest);
    this.#element.remove();
    this.#terminal.dispose();
  }

  #open(): void {
    this.#terminal.open(this.#element);
    this.#terminal.textarea?.setAttribute('aria-label', this.#label);
    this.restyle();
    // Characters are measured when the font is set, and then it has to be there.
    const { font, fontFamily } = getComputedStyle(this.#element);
    void document.fonts.load(font).then(() => {
      this.#terminal.options.fontFamily = 'monospace';
      this.#terminal.options.fontFamily = fontFamily;
      if (this.#element.isConnected) this.#fit.fit();
    });
  }

  #tellNothing(): void {
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => {
      this.#terminal.options.screenReaderMode = true;
    }, restMs);
    this.#terminal.options.screenReaderMode = false;
  }

  #followLink(link: TerminalLink): void {
    if (linkKind(link) === 'address') openLink(link.address);
    else this.#view?.confirmLink(link);
  }

  /** Both ends belong to the range, and count from 1. */
  #textOf({ start, end }: IBufferRange): string {
    const { active } = this.#terminal.buffer;
    const rows = Array.from({ length: end.y - start.y + 1 }, (_, nth) => {
      const y = start.y + nth;
      return active.getLine(y - 1)?.translateToString(false, y === start.y ? start.x - 1 : 0, y === end.y ? end.x : undefined) ?? '';
    });
    return rows.join('');
  }

  /** Returns whether the key is for the program. */
  #onKey(event: KeyboardEvent): boolean {
    const key = terminalKey(event, this.#mac);
    if (key === null) return true;
    // The page itself pastes; the window has its own shortcuts.
    if (key === 'paste' || key === 'app' || event.type !== 'keydown') return false;
    event.preventDefault();
    if (key === 'copy') this.#copy();
    else if (key === 'find') this.#view?.find();
    else this.#view?.leave();
    return false;
  }

  /** xterm puts the selection in place of what the page would copy. */
  #copy(): void {
    const { textarea } = this.#terminal;
    if (!textarea || !this.#terminal.hasSelection()) return;
    textarea.value = this.#terminal.getSelection();
    textarea.select();
    document.execCommand('copy');
    textarea.value = '';
  }

  #onPaste(event: ClipboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const text = pasted(event.clipboardData?.getData('text/plain') ?? '');
    if (text.text === '') return;
    if (runsAtOnce(text, this.#terminal.modes.bracketedPasteMode)) this.#view?.confirm(text);
    else this.#terminal.paste(text.text);
  }
}

const openLink = (url: string): void => void host.request('links.open', { url }).catch(() => undefined);
