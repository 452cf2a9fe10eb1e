import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { defineTool } from 'signalbox/tools';

/** Longer keys are not remembered. */
const longestKey = 1_000;

export default defineTool<{ readonly files: readonly string[] }>({
  name: 'delete_files',
  title: 'Delete files',
  description: 'Delete files of the project. The person is asked first, so there is no need to ask in the chat.',
  parameters: {
    type: 'object',
    properties: { files: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'Paths in the project.' } },
    required: ['files'],
  },
  async handler({ files }, ctx) {
    const paths = await Promise.all(files.map((file) => pathInProject(ctx.cwd, file)));
    const names = paths.map((file) => path.relative(ctx.cwd, file)).sort();
    // The person approved exactly these files, so only these are deleted without asking again.
    const key = names.join(', ');
    const canRemember = key.length <= longestKey;
    if (canRemember && (await ctx.approvals.get(key))) return remove(paths);
    return ctx.requestInteraction({
      type: 'approval',
      prompt: `Delete ${names.length === 1 ? 'this file' : `these ${names.length} files`}?\n\n${names.join('\n')}`,
      approvalScopes: canRemember ? ['once', 'session', 'always'] : ['once'],
      async onResponse({ action, approvalScope, reason }) {
        if (action !== 'approve') return { complete: { ok: false, denied: true, reason } };
        if (approvalScope && approvalScope !== 'once') await ctx.approvals.set(key, approvalScope);
        return { complete: await remove(paths) };
      },
      onTimeout: () => ({ complete: { ok: false, error: 'Nobody answered. Nothing was deleted.' } }),
    });
  },
});

/** Resolves links in the folder of a file, because one could lead out of the project. */
async function pathInProject(project: string, file: string): Promise<string> {
  const wanted = path.resolve(project, file);
  const real = path.join(await realpath(path.dirname(wanted)), path.basename(wanted));
  const relative = path.relative(await realpath(project), real);
  if (relative === '' || relative.startsWith('..')) throw new Error(`${file} is not in the project.`);
  return path.join(project, relative);
}

async function remove(paths: readonly string[]): Promise<{ ok: true; deleted: number }> {
  for (const file of paths) await rm(file);
  return { ok: true, deleted: paths.length };
}
