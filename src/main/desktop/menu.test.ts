import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { actions } from '../../shared/action';
import { menuTemplate } from './menu';

const everyItem = (template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? everyItem(item.submenu) : [])]);

describe.each([true, false])('the menu with mac %s', (mac) => {
  it('contains every action once, and runs it on click', () => {
    const ran: string[] = [];
    const items = everyItem(
      menuTemplate(
        (id) => ran.push(id),
        () => undefined,
        { mac, development: false },
      ),
    ).filter(({ id }) => id !== undefined);
    for (const { click } of items) if (click) Reflect.apply(click, undefined, []);
    expect(ran.sort()).toEqual(actions.map(({ id }) => id).sort());
  });

  it('uses no shortcut twice', () => {
    const keys = everyItem(
      menuTemplate(
        () => undefined,
        () => undefined,
        { mac, development: true },
      ),
    ).flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
