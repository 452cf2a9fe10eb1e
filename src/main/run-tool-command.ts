import path from 'node:path';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { messageOf } from '../shared/errors';
import { JsonObject } from '../shared/json-object';
import { CommandLinePerson, ScriptedAnswer } from './tools/command-line-person';
import { findToolFile } from './tools/folder-files';
import { ToolProcess } from './tools/tool-process';
import { toolEnvironment } from './tools/tool-process-child';
import { forkToolProcess } from './tools/tool-process-fork';
import { TypedLines } from './tools/typed-lines';

/** Runs one tool alone: docs/interactive-tools.md. scripts/tools.mjs calls it with its options as JSON. */
const Options = z.strictObject({
  folder: z.string(),
  /** Where the session would be. */
  cwd: z.string(),
  args: JsonObject,
  /** Given in place of a person's. */
  answers: z.array(ScriptedAnswer).nullable(),
});

async function run({ folder, cwd, args, answers }: z.infer<typeof Options>): Promise<number> {
  const controller = new AbortController();
  const lines = new TypedLines(process.stdin, process.stderr, () => controller.abort());
  const fail = (why: string): number => {
    lines.print(`\nsignalbox: ${why}`);
    return 1;
  };
  const { file, problem } = await findToolFile(path.dirname(folder), folder);
  if (file === null) return fail(problem);
  const child = forkToolProcess(path.join(import.meta.dirname, 'tool-process.js'))({ folder, env: toolEnvironment(process.env) });
  for (const stream of child.output) stream.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  const tool = new ToolProcess(child, file);
  try {
    const { name, parameters } = await tool.loaded;
    const checked = await fromJsonSchema<JsonObject>(parameters)['~standard'].validate(args);
    if (checked.issues) return fail(`These are not arguments of ${name}: ${checked.issues.map(({ message }) => message).join(' ')}`);
    const person = new CommandLinePerson(lines, answers, controller.signal);
    const result = await tool.call(checked.value, {
      sessionId: 'command-line',
      toolCallId: 'command-line',
      cwd,
      signal: controller.signal,
      isInteractive: true,
      approvals: person.approvals,
      log: () => undefined,
      prompt: (prompt) => person.prompt(prompt),
      postpone: (pending) => person.postpone(pending),
    });
    lines.print('\nClaude gets:');
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return 0;
  } catch (error) {
    return fail(messageOf(error));
  } finally {
    lines.close();
    await tool.end();
  }
}

process.exitCode = await run(Options.parse(JSON.parse(process.argv[2] ?? 'null')));
