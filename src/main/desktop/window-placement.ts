export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The position of the window, and whether it was maximized. */
export interface WindowState {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

export const minWindowSize = { width: 640, height: 420 } as const;
const defaultWindowSize = { width: 1180, height: 760 } as const;

/** Identifies a layout of displays, independent of the order in which the system lists them. */
export function displayLayoutKey(displays: readonly Rectangle[]): string {
  return displays
    .map(({ x, y, width, height }) => `${width}x${height}+${x}+${y}`)
    .sort()
    .join(' ');
}

/** The part of the title bar that must be visible, so that the window can be dragged. */
const grip = { width: 120, height: 32 } as const;

/**
 * Returns the bounds to open the window with: the remembered ones if the window can be reached there on a current display,
 * otherwise centered on the first display and no larger than it.
 */
export function placeWindow(remembered: WindowState | null, workAreas: readonly Rectangle[]): Rectangle {
  const [first] = workAreas;
  const size = remembered?.bounds ?? defaultWindowSize;
  if (remembered && workAreas.some((area) => canBeDragged(remembered.bounds, area))) return remembered.bounds;
  if (!first) return { x: 0, y: 0, width: size.width, height: size.height };
  const width = Math.min(size.width, first.width);
  const height = Math.min(size.height, first.height);
  return {
    x: first.x + Math.floor((first.width - width) / 2),
    y: first.y + Math.floor((first.height - height) / 2),
    width,
    height,
  };
}

function canBeDragged(bounds: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const isTitleBarVisible = bounds.y >= area.y - grip.height / 2 && bounds.y + grip.height <= area.y + area.height;
  return isTitleBarVisible && visibleWidth >= Math.min(grip.width, bounds.width);
}
