/**
 * xterm makes style elements without a nonce and sets style attributes as text. Our content security policy takes
 * neither, and xterm has no option for it (its `documentOverride` reaches some of these places only), so they are
 * changed while the window is built: the same elements with the page's nonce, the same styles set as a property.
 */

const nonce = 'document.querySelector("meta[property=csp-nonce]")?.nonce??""';

/** The replacements, and how often each text occurs. */
const changes = [
  { from: /([\w$.]+)\.createElement\("style"\)/g, to: `Object.assign($1.createElement("style"),{nonce:${nonce}})`, times: 3 },
  { from: /([\w$]+)\.setAttribute\("style",(`[^`]*`)\)/g, to: '$1.style.cssText=$2', times: 1 },
];

/** Fails if xterm's code no longer has these texts. @param {string} code */
export function underCsp(code) {
  return changes.reduce((text, { from, to, times }) => {
    const found = text.match(from)?.length ?? 0;
    if (found !== times)
      throw new Error(`xterm has ${found} places like ${from}, not ${times}: look at scripts/xterm-under-csp.mjs again.`);
    return text.replace(from, to);
  }, code);
}

/** A plugin for the window's build. In development the page has no such policy. @returns {import('vite').Plugin} */
export const xtermUnderCsp = () => ({
  name: 'xterm-under-csp',
  apply: 'build',
  transform: (code, id) => (id.endsWith('/@xterm/xterm/lib/xterm.mjs') ? { code: underCsp(code), map: null } : null),
});
