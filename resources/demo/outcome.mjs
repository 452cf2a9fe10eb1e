/**
 * What a tool tells the model, and the same as data.
 * @typedef {object} Outcome
 * @property {string} content
 * @property {Record<string, unknown>[]} [blocks] the content as the model gets it, if that is not the text alone
 * @property {boolean} failed
 * @property {unknown} data
 */

/** @param {string} content @param {unknown} data @returns {Outcome} */
export const success = (content, data) => ({ content, failed: false, data });

/** @param {string} content @param {string} [why] @returns {Outcome} */
export const failure = (content, why = content) => ({ content, failed: true, data: `Error: ${why}` });

/** A call that made no sense. @param {string} why @param {string} [short] the same for people */
export const misuse = (why, short = why) => failure(`<tool_use_error>${why}</tool_use_error>`, short);

/** @type {Outcome} */
export const rejected = {
  content:
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.",
  failed: true,
  data: 'User rejected tool use',
};
