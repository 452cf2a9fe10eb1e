import type { ITheme } from '@xterm/xterm';

/** xterm's names of the colours that terminal.module.css defines, as `--terminal-…`. */
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

/** The colours as they are now. xterm reads plain colours only, so the style sheet's are worked out by the page. */
export function coloursOf(element: HTMLElement): ITheme {
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
