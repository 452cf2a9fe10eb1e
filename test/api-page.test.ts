import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { apiPage, examples } from '../scripts/api-document.mjs';
import { apiBoxPerTest, call } from './api-box';
import { EventReader } from './event-reader';
import { until } from './until';

const held = apiBoxPerTest({ SIGNALBOX_HTTP: '0' });
const page = path.resolve(import.meta.dirname, '../docs/api.md');

const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.custom<Parameters<typeof apiPage>[0]['paths'][string][string]>(() => true),
    ),
  ),
  components: z.looseObject({
    schemas: z.record(
      z.string(),
      z.custom<Parameters<typeof apiPage>[0]['components']['schemas'][string]>(() => true),
    ),
  }),
  'x-events': z.custom<Parameters<typeof apiPage>[0]['x-events']>(() => true),
});
const readDocument = async () => Document.parse((await call(held.box.socket, '/api/openapi.json')).body);

it('docs/api.md says what the app serves (npm run api-page writes it again)', async () => {
  const made = apiPage(await readDocument());
  if (process.env.SIGNALBOX_API_PAGE === 'write') writeFileSync(page, made);
  expect(readFileSync(page, 'utf8')).toBe(made);
});

it('the document names every route, and every reference in it leads to a schema', async () => {
  const document = await readDocument();
  const routes = Object.entries(document.paths).flatMap(([one, methods]) => Object.keys(methods).map((method) => `${method} ${one}`));
  expect(routes.sort()).toEqual([
    'get /api/events',
    'get /api/openapi.json',
    'get /api/pending',
    'get /api/sessions',
    'get /api/sessions/{id}/pending',
    'get /api/status',
    'post /api/open',
    'post /api/sessions',
    'post /api/sessions/{id}/answer',
    'post /api/sessions/{id}/approve',
    'post /api/sessions/{id}/deny',
    'post /api/sessions/{id}/interrupt',
    'post /api/sessions/{id}/message',
    'post /api/sessions/{id}/submit-answers',
  ]);
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
  expect(references.length).toBeGreaterThan(30);
  expect(references.filter((name) => !(name in document.components.schemas))).toEqual([]);
});

it('every example on the page does what it says', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'signalbox-home-'));
  try {
    mkdirSync(path.join(home, '.config'));
    symlinkSync(held.box.userData, path.join(home, '.config', 'Signalbox'));
    const reader = new EventReader(held.box.socket);
    await until(() => expect(reader.lastEventId).not.toBeNull());
    const [permission, question] = [await held.box.asking('ask Bash touch x.txt'), await held.box.asking('question')];
    const env = {
      ...process.env,
      HOME: home,
      SESSION: permission.id,
      REQUEST: permission.ask.id,
      ASKING: question.id,
      QUESTION: question.ask.id,
      LAST: reader.lastEventId ?? '',
    };
    const port = new URL(held.box.server.status.http ?? '').port;
    for (const { run, prints } of examples) {
      const command = run.replace(':4199/', `:${port}/`);
      // A stream has no end, so curl is stopped, and its exit code says so.
      const { stdout } = await promisify(execFile)('bash', ['-c', `${command} || test $? = 28`], { env });
      expect([command, stdout]).toEqual([command, expect.stringContaining(prints)]);
    }
    await reader.close();
  } finally {
    rmSync(home, { recursive: true });
  }
});
