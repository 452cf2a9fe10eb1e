/** @typedef {import('./json.mjs').Json} Json */

/** Dollars per token in and out: pretended, nothing is spent. */
const PRICE = { input: 3e-6, output: 15e-6 };

/** Tokens of a text, roughly. @param {string} text */
export const tokensOf = (text) => Math.ceil(text.length / 4);

/** Counts what a session would have used. Totals run over the whole process, as the CLI's do. */
export class Meter {
  /** @type {Map<string, { input: number, output: number }>} */
  #models = new Map();
  #turn = { input: 0, output: 0 };
  #apiMs = 0;

  startTurn() {
    this.#turn = { input: 0, output: 0 };
  }

  /** One answer of the model. @param {string} model @param {number} input @param {number} output @param {number} ms */
  add(model, input, output, ms) {
    const before = this.#models.get(model) ?? { input: 0, output: 0 };
    this.#models.set(model, { input: before.input + input, output: before.output + output });
    this.#turn.input += input;
    this.#turn.output += output;
    this.#apiMs += ms;
  }

  get outputTokens() {
    return [...this.#models.values()].reduce((sum, { output }) => sum + output, 0);
  }

  /** The counting fields of a `result` line. @returns {Json} */
  fields() {
    const modelUsage = Object.fromEntries(
      [...this.#models].map(([name, used]) => [
        name,
        {
          inputTokens: used.input,
          outputTokens: used.output,
          cacheReadInputTokens: 0,
          cacheCreationInputTokens: 0,
          webSearchRequests: 0,
          costUSD: cost(used),
          contextWindow: 200_000,
          maxOutputTokens: 64_000,
        },
      ]),
    );
    return {
      duration_api_ms: Math.round(this.#apiMs),
      total_cost_usd: [...this.#models.values()].reduce((sum, used) => sum + cost(used), 0),
      usage: {
        ...usage(this.#turn.input, this.#turn.output),
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
        service_tier: 'standard',
      },
      modelUsage,
    };
  }
}

/** @param {{ input: number, output: number }} used */
const cost = (used) => used.input * PRICE.input + used.output * PRICE.output;

/** The usage of one answer, as the model's API words it. @param {number} input @param {number} output */
export const usage = (input, output) => ({
  input_tokens: input,
  output_tokens: output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
});
