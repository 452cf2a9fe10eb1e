import type { ITheme } from '@xterm/xterm';

/** xterm's names of the colours. terminal.module.css defines each as `--terminal-…`. */
const names = [
  'background',
  'foreground',
  'cursor',
  'cursorAccent',
  'selectionBackground',
  'scrollbarSliderBackground',
  'scrollbarSliderHoverBackground',
  'scrollbarSliderActiveBackground',
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'brightBlack',
  'brightRed',
  'brightGreen',
  'brightYellow',
  'brightBlue',
  'brightMagenta',
  'brightCyan',
  'brightWhite',
] as const satisfies readonly (keyof ITheme)[];

/** Reads the current colours. xterm accepts only plain colours, so the page computes them from the style sheet. */
export function readColours(element: HTMLElement): ITheme {
  const probe = document.createElement('i');
  element.append(probe);
  const theme: ITheme = {};
  for (const name of names) {
    probe.style.color = `var(--terminal-${name})`;
    theme[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return theme;
}
