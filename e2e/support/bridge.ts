import type { Page } from '@playwright/test';
import type { Params, Reply, RequestName, Result } from '../../src/shared/contract';

/** Makes a request as the window does, for specs about what is behind the window. */
export async function request<N extends RequestName>(page: Page, name: N, params?: Params<N>): Promise<Result<N>> {
  const reply = await page.evaluate(([sent, contents]) => window.signalbox.request(sent, contents), [name, params] as const);
  const { ok, ...rest } = reply as Reply;
  if (!ok) throw new Error(`${name}: ${JSON.stringify(rest)}`);
  return (reply as { value: Result<N> }).value;
}
