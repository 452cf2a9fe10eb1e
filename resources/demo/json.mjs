import { randomBytes } from 'node:crypto';

/** @typedef {Record<string, unknown>} Json */

/** @param {unknown} value @returns {value is Json} */
export const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value */
export const str = (value) => (typeof value === 'string' ? value : '');

/** @param {unknown} value @returns {unknown[]} */
export const list = (value) => (Array.isArray(value) ? value : []);

/** An id of the model's API, such as "toolu_5f…". @param {string} prefix */
export const apiId = (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** The text of a message's content, be it a string or blocks. @param {unknown} content */
export function textOf(content) {
  if (typeof content === 'string') return content;
  return list(content)
    .filter(isRecord)
    .filter((block) => block.type === 'text')
    .map((block) => str(block.text))
    .join('\n');
}
