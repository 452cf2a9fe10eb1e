import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { type IBufferRange, Terminal } from '@xterm/xterm';
import type { TerminalOutput, TerminalSize, TerminalSummary } from '../../shared/terminal';
import { host } from '../base/host';
import { cleanPaste, type Paste, runsLineByLine } from './clean-paste';
import { readColours } from './colours';
import { linkKind, type TerminalLink } from './link';
import styles from './terminal.module.css';
import { terminalKey } from './terminal-key';

/** About ten megabytes with the widest window. */
const scrollbackLines = 5_000;
/** While the window's edge is dragged, the program is resized only once, at the end. */
const resizeAfterMs = 60;
/** Over this backlog, output is not passed to screen readers: they could not follow, and it costs more than drawing. */
const maxScreenReaderBacklog = 32 * 1024;
/** Screen readers get output again after a pause of this length. */
const screenReaderResumeMs = 300;

/** The view that shows a screen. */
export interface ScreenView {
  find(): void;
  leave(): void;
  /** Asks the person about a paste whose lines would run one by one. */
  confirm(text: Paste): void;
  /** Asks the person about a link whose text differs from its address. */
  confirmLink(link: TerminalLink): void;
}

/** Draws one terminal with xterm, outside React. It lives as long as the terminal, also while hidden. */
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
  #resumeTimer: number | undefined;

  constructor({ id, number }: TerminalSummary, mac: boolean) {
    this.#id = id;
    this.#mac = mac;
    this.#element.className = styles.screen ?? '';
    this.#terminal = new Terminal({
      scrollback: scrollbackLines,
      cursorBlink: false,
      minimumContrastRatio: 4.5,
      screenReaderMode: true,
      // For links whose text the program chose.
      linkHandler: { activate: (_event, address, range) => this.#followLink({ text: this.#textOf(range), address }) },
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.loadAddon(new WebLinksAddon((_event, address) => openLink(address)));
    this.#terminal.attachCustomKeyEventHandler((event) => this.#onKey(event));
    this.#terminal.onData((data) => {
      // An earlier page already answered the queries in replayed output. Every answer starts with Esc.
      if (this.#replaying && data.startsWith('\u001b')) return;
      void host.request('terminals.write', { id, data });
    });
    this.#terminal.onResize(({ cols, rows }) => void host.request('terminals.resize', { id, size: { cols, rows } }));
    // In the capture phase, before xterm handles it.
    this.#element.addEventListener('paste', (event) => this.#onPaste(event), { capture: true });
    this.#label = `Terminal ${number}`;
  }

  readonly #label: string;

  get size(): TerminalSize {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** Adds it to the page, and returns a function that removes it. */
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

  receive({ data, fresh, replayed }: TerminalOutput): void {
    if (fresh) this.#terminal.reset();
    this.#behind += data.length;
    if (this.#behind > maxScreenReaderBacklog) this.#pauseScreenReader();
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

  paste({ text }: Paste): void {
    this.#terminal.paste(text);
    this.focus();
  }

  /** Returns whether there is a match. */
  find(text: string, backwards: boolean): boolean {
    return backwards ? this.#search.findPrevious(text) : this.#search.findNext(text);
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** Call this when the theme or the font size has changed. */
  restyle(): void {
    if (!this.#element.isConnected) return;
    const { fontSize, fontFamily } = getComputedStyle(this.#element);
    this.#terminal.options = { fontFamily, fontSize: Number.parseFloat(fontSize), theme: readColours(this.#element) };
    this.#fit.fit();
  }

  dispose(): void {
    clearTimeout(this.#resumeTimer);
    this.#element.remove();
    this.#terminal.dispose();
  }

  #open(): void {
    this.#terminal.open(this.#element);
    this.#terminal.textarea?.setAttribute('aria-label', this.#label);
    this.restyle();
    // xterm measures characters when the font is set, so set it again once it is loaded.
    const { font, fontFamily } = getComputedStyle(this.#element);
    void document.fonts.load(font).then(() => {
      this.#terminal.options.fontFamily = 'monospace';
      this.#terminal.options.fontFamily = fontFamily;
      if (this.#element.isConnected) this.#fit.fit();
    });
  }

  #pauseScreenReader(): void {
    clearTimeout(this.#resumeTimer);
    this.#resumeTimer = window.setTimeout(() => {
      this.#terminal.options.screenReaderMode = true;
    }, screenReaderResumeMs);
    this.#terminal.options.screenReaderMode = false;
  }

  #followLink(link: TerminalLink): void {
    if (linkKind(link) === 'address') openLink(link.address);
    else this.#view?.confirmLink(link);
  }

  /** The range includes both ends, and is 1-based. */
  #textOf({ start, end }: IBufferRange): string {
    const { active } = this.#terminal.buffer;
    const rows = Array.from({ length: end.y - start.y + 1 }, (_, nth) => {
      const y = start.y + nth;
      return active.getLine(y - 1)?.translateToString(false, y === start.y ? start.x - 1 : 0, y === end.y ? end.x : undefined) ?? '';
    });
    return rows.join('');
  }

  /** Returns whether the program gets the key. */
  #onKey(event: KeyboardEvent): boolean {
    const key = terminalKey(event, this.#mac);
    if (key === null) return true;
    // The browser handles paste, and the window its own shortcuts.
    if (key === 'paste' || key === 'app' || event.type !== 'keydown') return false;
    event.preventDefault();
    if (key === 'copy') this.#copy();
    else if (key === 'find') this.#view?.find();
    else this.#view?.leave();
    return false;
  }

  /** On a copy event, xterm provides its own selection. */
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
    const text = cleanPaste(event.clipboardData?.getData('text/plain') ?? '');
    if (text.text === '') return;
    if (runsLineByLine(text, this.#terminal.modes.bracketedPasteMode)) this.#view?.confirm(text);
    else this.#terminal.paste(text.text);
  }
}

const openLink = (url: string): void => void host.request('links.open', { url }).catch(() => undefined);
