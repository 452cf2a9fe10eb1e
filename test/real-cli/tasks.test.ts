import { describe, expect, it } from 'vitest';
import { hang, type Scenario, tool } from '../../e2e/support/scripted-api';
import { oldVersion } from '../../scripts/claude-cli.mjs';
import { until } from '../until';
import { useBox, versions } from './support';

const agent = { description: 'Look around', prompt: '[[stay]] look around', subagent_type: 'general-purpose', run_in_background: true };
const scenario: Scenario = { plays: { delegate: [tool('Agent', agent), hang()], stay: [hang()] } };

// The oldest version does not list its tasks.
describe.each(versions.filter(([version]) => version !== oldVersion))('background tasks of Claude %s', (_version, claude) => {
  const box = useBox({ claude, scenario });

  it('are listed, outlast an interrupt, and end when they are stopped', async () => {
    const talk = await box.start('[[delegate]]');
    const [task] = await until(() => {
      expect(talk.summary.tasks).toMatchObject([{ kind: 'agent', description: 'Look around' }]);
      return talk.summary.tasks;
    });
    await box.api.waitForRequest(({ text }) => text.includes('look around'));
    await talk.session.interrupt();
    await until(() => expect(talk.notes('interrupted')).toHaveLength(1));
    expect(talk.summary.tasks).toEqual([task]);
    expect(talk.notes('task')).toEqual([]);

    await talk.session.stopTask(task?.id ?? '');
    await until(() => expect(talk.summary.tasks).toEqual([]));
    expect(talk.notes('task')).toMatchObject([{ status: 'stopped', text: 'Look around' }]);
    // It may just have ended: that is no failure.
    await talk.session.stopTask(task?.id ?? '');
  });
});
