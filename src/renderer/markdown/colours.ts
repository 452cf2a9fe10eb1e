import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

const lowlight = createLowlight(common);

/** The code with its parts named by class, or null when the language is not known. */
export function coloured(code: string, language: string): ReactNode | null {
  const known = language.toLowerCase();
  if (!lowlight.registered(known)) return null;
  return toJsxRuntime(lowlight.highlight(known, code), { Fragment, jsx, jsxs });
}
