import { isRecord, list, str } from './json.mjs';

/** @typedef {import('./json.mjs').Json} Json */

/**
 * Reads the JSON that a tool of the app or an MCP server gives back, for the scenario's text.
 * @param {string} text @param {string[]} fields the ids of the form's fields
 * @returns {{ refused: boolean, vars: Record<string, string> }}
 */
export function readToolAnswer(text, fields) {
  const answer = parsed(text);
  const values = isRecord(answer.answers) ? answer.answers : isRecord(answer.content) ? answer.content : {};
  const named = [...fields.map((id) => [id, values[id]]), ...Object.entries(values)];
  return {
    refused: answer.ok === false || answer.pending === true || answer.action === 'decline' || answer.action === 'cancel',
    vars: Object.fromEntries([
      ...named.map(([id, value]) => [`answer ${id}`, words(value)]),
      ...Object.entries(answer).map(([name, value]) => [`result ${name}`, words(value)]),
    ]),
  };
}

/** The ids of the fields of a form, as `ask_user` takes them or as an elicitation has them. @param {Json} form */
export function fieldIds({ fields, requested_schema }) {
  const properties = isRecord(requested_schema) && isRecord(requested_schema.properties) ? requested_schema.properties : {};
  return [
    ...list(fields)
      .filter(isRecord)
      .map(({ id }) => str(id)),
    ...Object.keys(properties),
  ];
}

/** @param {unknown} value @returns {string} */
function words(value) {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.map(words).join(', ') || 'nothing';
  if (value === undefined || value === null || value === '') return 'no answer';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @param {string} text @returns {Json} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
