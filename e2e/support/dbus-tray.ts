import { type Message, Variant } from 'dbus-native';
import type { PrivateBus } from './dbus-session';

/** An item of a tray menu as a panel sees it. */
export interface TrayItem {
  readonly id: number;
  readonly label: string;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly items: readonly TrayItem[];
}

/** A panel's view of the tray icons on its bus. */
export interface Panel {
  /** The menu of the one icon; empty while there is none. */
  menu(): Promise<readonly TrayItem[]>;
  /** Clicks an item, given by the labels that lead to it. */
  click(...labels: readonly string[]): Promise<void>;
  tooltip(): Promise<string>;
}

const watcher = 'org.kde.StatusNotifierWatcher';

/** Acts as the panel: accepts tray icons, reads their menus and clicks their items. */
export async function startPanel({ bus }: PrivateBus): Promise<Panel> {
  const icons: { destination: string; path: string }[] = [];
  const host = {
    // Chromium sends only the object path of the icon; the message's sender says which program it belongs to.
    RegisterStatusNotifierItem(path: string, { sender = '' }: Message) {
      icons.push({ destination: sender, path });
    },
    RegisterStatusNotifierHost() {},
    RegisteredStatusNotifierItems: [],
    IsStatusNotifierHostRegistered: true,
    ProtocolVersion: 0,
    emit() {},
  };
  bus.exportInterface(host, '/StatusNotifierWatcher', {
    name: watcher,
    methods: {
      RegisterStatusNotifierItem: ['s', '', ['service'], []],
      RegisterStatusNotifierHost: ['s', '', ['service'], []],
    },
    signals: { StatusNotifierItemRegistered: ['s', 'service'], StatusNotifierHostRegistered: [''] },
    properties: { RegisteredStatusNotifierItems: 'as', IsStatusNotifierHostRegistered: 'b', ProtocolVersion: 'i' },
  });
  await bus.requestName(watcher, 0);

  const property = async (name: string): Promise<unknown> => {
    const icon = icons.at(-1);
    if (!icon) return null;
    const properties = 'org.freedesktop.DBus.Properties';
    return await bus.invoke({ ...icon, interface: properties, member: 'Get', signature: 'ss', body: ['org.kde.StatusNotifierItem', name] });
  };
  const call = async (member: string, signature: string, body: unknown[]): Promise<unknown> => {
    const path = String(await property('Menu'));
    const destination = icons.at(-1)?.destination ?? '';
    return await bus.invoke({ destination, path, interface: 'com.canonical.dbusmenu', member, signature, body });
  };
  const menu = async (): Promise<readonly TrayItem[]> => {
    if (icons.length === 0) return [];
    const layout = await call('GetLayout', 'iias', [0, -1, []]);
    return Array.isArray(layout) ? toItem(layout[1]).items : [];
  };
  return {
    menu,
    click: async (...labels) => {
      let items = await menu();
      let id = -1;
      for (const label of labels) {
        const item = items.find((one) => one.label === label);
        if (!item) throw new Error(`no item ${label} among ${items.map((one) => one.label).join(', ')}`);
        ({ id, items } = item);
      }
      await call('Event', 'isvu', [id, 'clicked', new Variant('s', ''), 0]);
    },
    tooltip: async () => {
      const tooltip = await property('ToolTip');
      return Array.isArray(tooltip) ? String(tooltip[2]) : '';
    },
  };
}

/** A node of the layout has an id, properties and children. */
function toItem(raw: unknown): TrayItem {
  const [id, properties, children] = Array.isArray(raw) ? raw : [];
  const { label = '', enabled = true, 'toggle-state': toggle = 0 } = Object(properties);
  return {
    id: Number(id),
    // A single _ marks the mnemonic letter of the item.
    label: String(label).replaceAll(/_(.)/g, '$1'),
    enabled: enabled !== false,
    checked: toggle === 1,
    items: Array.isArray(children) ? children.map(toItem) : [],
  };
}
