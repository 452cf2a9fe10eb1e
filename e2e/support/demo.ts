import type { Page } from '@playwright/test';
import type { SessionId } from '../../src/shared/ids';
import { request } from './bridge';

/** The environment in which the demo agent plays a scenario, without its pauses. */
export const demoEnv = (scenario: string) => ({ SIGNALBOX_DEMO_SCENARIO: scenario, SIGNALBOX_DEMO_SPEED: '0' });

/** Starts a session with the demo agent. */
export async function startDemo(page: Page, message: string): Promise<SessionId> {
  const { id } = await request(page, 'sessions.create', {
    folder: 'demo',
    message: { text: message, images: [] },
    model: null,
    planFirst: false,
    trust: null,
    demo: true,
  });
  return id;
}

/** The session's state, or undefined after it was closed. */
export async function stateOf(page: Page, id: SessionId) {
  return (await request(page, 'sessions.list')).sessions.find((session) => session.id === id)?.state;
}

/** The session's folder. */
export async function folderOf(page: Page, id: SessionId): Promise<string> {
  const { sessions } = await request(page, 'sessions.list');
  return sessions.find((session) => session.id === id)?.folder ?? '';
}
