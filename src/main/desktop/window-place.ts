export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the window was, and whether it filled the screen. */
export interface WindowPlace {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

export const smallestWindow = { width: 640, height: 420 } as const;
const usualWindow = { width: 1180, height: 760 } as const;

/** The same for the same displays in the same places, in whatever order the system lists them. */
export function arrangementOf(displays: readonly Rectangle[]): string {
  return displays
    .map(({ x, y, width, height }) => `${width}x${height}+${x}+${y}`)
    .sort()
    .join(' ');
}

/** Enough of the top edge to take hold of with a pointer. */
const grip = { width: 120, height: 32 } as const;

/**
 * The bounds to open with: as remembered when that is still reachable on a display that is there now,
 * otherwise the same size in the middle of the first display, never larger than it.
 */
export function placeWindow(remembered: WindowPlace | null, workAreas: readonly Rectangle[]): Rectangle {
  const [first] = workAreas;
  const size = remembered?.bounds ?? usualWindow;
  if (remembered && workAreas.some((area) => canBeGrabbed(remembered.bounds, area))) return remembered.bounds;
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

function canBeGrabbed(bounds: Rectangle, area: Rectangle): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const topInside = bounds.y >= area.y - grip.height / 2 && bounds.y + grip.height <= area.y + area.height;
  return topInside && across >= Math.min(grip.width, bounds.width);
}
