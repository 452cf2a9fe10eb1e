import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

const lowlight = createLowlight(common);

/** Highlights code; null if the language is unknown. */
export function coloured(code: string, language: string): ReactNode | null {
  const known = language.toLowerCase();
  if (!lowlight.registered(known)) return null;
  return toJsxRuntime(lowlight.highlight(known, code), { Fragment, jsx, jsxs });
}
