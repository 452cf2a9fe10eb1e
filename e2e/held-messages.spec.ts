import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/app';
import { demoEnv, startDemo } from './support/demo';
import { messageField, permissionDialog, transcriptLog } from './support/window';

const from = { from: 'uds:/tmp/x.sock', from_name: 'release-notes' };
const held = { raw: { type: 'system', subtype: 'peer_message_hold', state: 'held', message_uuid: 'm1', ...from } };
const origin = { kind: 'peer', from: from.from, name: from.from_name, body: 'Please look at the build.' };
const message = { raw: { type: 'user', message: { role: 'user', content: 'wrapped' }, parent_tool_use_id: null, uuid: 'u1', origin } };

test('a message of another session waits for the person, and is never shown as theirs', async ({ launch, userData }) => {
  const scenario = path.join(userData, 'held-messages.json');
  const turns = [
    { match: '^hold$', steps: [held, { text: 'Holding.' }] },
    { match: '^let in$', steps: [message, { text: 'Looked.' }] },
  ];
  writeFileSync(scenario, JSON.stringify({ about: '', turns }));
  const { window } = await launch({ env: demoEnv(scenario) });
  await startDemo(window, 'hold');
  await expect(permissionDialog(window)).toContainText('a message from another Claude session: release-notes');
  await permissionDialog(window).getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(permissionDialog(window)).toBeHidden();
  await expect(window.getByRole('button', { name: 'Waiting (0)' })).toBeVisible();

  await messageField(window).fill('let in');
  await messageField(window).press('Enter');
  await expect(transcriptLog(window)).toContainText('Message from another Claude session, “release-notes”, not from you.');
  await expect(transcriptLog(window)).toContainText('Please look at the build.');
  await expect(transcriptLog(window)).not.toContainText('wrapped');
});
