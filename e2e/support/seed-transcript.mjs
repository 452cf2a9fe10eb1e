/** @typedef {import('@playwright/test').ElectronApplication} ElectronApplication */
/** @typedef {import('../../src/shared/transcript').TranscriptItem} TranscriptItem */

/**
 * Puts items into a session's transcript behind the app's back. A builder that is already at work does not know of them,
 * so the app is to be started again before the session goes on.
 * @param {ElectronApplication} app @param {string} file @param {string} sessionId @param {readonly TranscriptItem[]} items
 */
export async function seedItems(app, file, sessionId, items) {
  await app.evaluate(
    (_electron, [path, id, rows]) => {
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
      const database = new DatabaseSync(path, { timeout: 5_000 });
      const put = database.prepare('INSERT OR REPLACE INTO transcript (session_id, idx, key, kind, at, json) VALUES (?, ?, ?, ?, ?, ?)');
      database.exec('BEGIN IMMEDIATE');
      for (const item of rows) put.run(id, item.index, item.key, item.kind, item.at, JSON.stringify(item));
      database.exec('COMMIT');
      database.close();
    },
    /** @type {const} */ ([file, sessionId, items]),
  );
}

/**
 * A long conversation: a message, an answer in Markdown with code, a command with its output, an edit, and the end of the turn, over and over.
 * Each item says its index as "item 123". @param {ElectronApplication} app @param {string} file @param {string} sessionId @param {number} count
 */
export async function seedLongTranscript(app, file, sessionId, count) {
  await app.evaluate(
    (_electron, [path, id, total]) => {
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
      const database = new DatabaseSync(path, { timeout: 5_000 });
      const put = database.prepare('INSERT OR REPLACE INTO transcript (session_id, idx, key, kind, at, json) VALUES (?, ?, ?, ?, ?, ?)');
      const tool = { kind: 'tool', parentToolUseId: null, status: 'ok', progress: null };
      /** @type {((index: number) => object)[]} */
      const turns = [
        (index) => ({ kind: 'user', uuid: `u${index}`, text: `Please look at item ${index} next.`, images: [], state: 'sent' }),
        (index) => ({
          kind: 'text',
          messageId: `m${index}`,
          parentToolUseId: null,
          text: `This is **item ${index}**: a short list\n\n- one thing\n- and \`another\`\n\n\`\`\`ts\nconst item = ${index};\nexport const twice = (n: number) => n * 2;\n\`\`\`\n\nand then some more words, so that lines are as long as they tend to be in an answer.`,
          state: 'done',
        }),
        (index) => ({
          ...tool,
          toolUseId: `t${index}`,
          name: 'Bash',
          input: { command: `echo item ${index}`, description: 'Say it' },
          result: {
            text: Array.from({ length: 1 + (index % 12) }, (_, line) => `item ${index}, line ${line}`).join('\n'),
            images: [],
            outcome: null,
          },
        }),
        (index) => ({
          ...tool,
          toolUseId: `t${index}`,
          name: 'Edit',
          input: { file_path: `/project/item ${index}.ts`, old_string: 'a', new_string: 'b' },
          result: {
            text: 'Updated',
            images: [],
            outcome: {
              what: 'patch',
              path: `/project/item ${index}.ts`,
              created: false,
              hunks: [
                {
                  oldStart: 3,
                  oldLines: 3,
                  newStart: 3,
                  newLines: 3,
                  lines: [' before', '-const a = 1;', `+const a = ${index};`, ' after'],
                },
              ],
            },
          },
        }),
        (index) => ({
          kind: 'result',
          outcome: 'done',
          reason: 'completed',
          text: `item ${index}`,
          apiErrorStatus: null,
          costUsd: 0.0123,
          totalCostUsd: 1,
          tokens: { input: 10, output: 20, cacheRead: 3_000, cacheWrite: 400 },
          durationMs: 4_200,
          modelTurns: 2,
        }),
      ];
      database.exec('BEGIN IMMEDIATE');
      database.prepare('DELETE FROM transcript WHERE session_id = ?').run(id);
      for (let index = 0; index < total; index++) {
        const item = {
          index,
          key: `seed:${index}`,
          at: 1_763_000_000_000 + index,
          truncated: false,
          ...turns[index % turns.length]?.(index),
        };
        put.run(id, index, item.key, 'kind' in item ? String(item.kind) : '', item.at, JSON.stringify(item));
      }
      database.exec('COMMIT');
      database.close();
    },
    /** @type {const} */ ([file, sessionId, count]),
  );
}
