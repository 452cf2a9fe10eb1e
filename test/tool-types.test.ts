import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { toolTypes } from './tool-types';

const root = path.resolve(import.meta.dirname, '..');
const types = path.join(root, 'resources/tools/signalbox-tools.d.ts');

/** What the compiler complains about. */
function complaintsAbout(...args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', ...args], { encoding: 'utf8' });
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

// After a change to the API: npm run unit -- test/tool-types.test.ts -u
it('the types for authors are those of the API', async () => {
  await expect(toolTypes()).toMatchFileSnapshot(types);
});

it('the examples and the template have the right types', () => {
  expect(complaintsAbout('-p', path.join(root, 'resources/examples'))).toBe('');
  expect(
    complaintsAbout(
      '--ignoreConfig',
      '--strict',
      '--allowImportingTsExtensions',
      path.join(root, 'resources/tools/template/tool.ts'),
      types,
    ),
  ).toBe('');
});

it('an editor complains about a tool that is wrong', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-wrong-tool-'));
  const field = "{ id: 'a', type: 'slider', label: 'A' }";
  writeFileSync(
    path.join(folder, 'tool.ts'),
    `import { defineTool } from 'signalbox/tools';
export default defineTool({ name: 'a', handler: (args, ctx) => ctx.requestInteraction({ type: 'input', prompt: 'A', inputSchema: { type: 'form', fields: [${field}] }, onResponse: () => ({ done: 1 }) }) });`,
  );
  const complaints = complaintsAbout('--ignoreConfig', '--strict', path.join(folder, 'tool.ts'), types);
  for (const wrong of ["Property 'description' is missing", `Type '"slider"' is not assignable`, "'{ done: number; }' is not assignable"])
    expect(complaints).toContain(wrong);
  rmSync(folder, { recursive: true });
});
