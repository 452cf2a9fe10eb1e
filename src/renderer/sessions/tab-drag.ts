import { type PointerEvent, useState } from 'react';
import type { SessionId } from '../../shared/ids';
import { tabId } from './tab';
import { indexAt, moveElement } from './tab-order';

/** How far the pointer must move before a press becomes a drag, in pixels. */
const dragThreshold = 5;

export interface TabDrag {
  /** The order after a drop at the current position; null while nothing is dragged. */
  readonly order: readonly SessionId[] | null;
  readonly dragged: SessionId | null;
  readonly start: (id: SessionId, event: PointerEvent) => void;
}

interface Dragging {
  /** Null after the drop. */
  readonly id: SessionId | null;
  readonly order: readonly SessionId[];
  /** The order at the start of the drag. If it changes, the drag is over. */
  readonly before: string;
}

/** Moves a tab by dragging. Esc cancels. */
export function useTabDrag(ids: readonly SessionId[], vertical: boolean, drop: (order: readonly SessionId[]) => Promise<boolean>): TabDrag {
  const [state, setState] = useState<Dragging | null>(null);
  const before = ids.join(' ');
  if (state && state.before !== before) setState(null);

  const start = (id: SessionId, down: PointerEvent): void => {
    if (down.button !== 0) return;
    const end = new AbortController();
    let order: readonly SessionId[] | null = null;
    const position = (event: { clientX: number; clientY: number }): number => (vertical ? event.clientY : event.clientX);
    const cancel = (): void => {
      end.abort();
      setState(null);
    };
    const move = (event: globalThis.PointerEvent): void => {
      if (order === null && Math.abs(position(event) - position(down)) < dragThreshold) return;
      const others = ids.filter((one) => one !== id).map((one) => middleOf(one, vertical));
      order = moveElement(ids, ids.indexOf(id), indexAt(others, position(event)));
      setState({ id, order, before });
    };
    const up = (event: globalThis.PointerEvent): void => {
      end.abort();
      // The drop position counts, even if not every move was reported.
      move(event);
      if (order === null) return;
      if (order.join(' ') === before) {
        setState(null);
        return;
      }
      // Show the new order until the main process has it too.
      setState({ id: null, order, before });
      void drop(order).then((done) => done || setState(null));
    };
    const { signal } = end;
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', up, { signal });
    window.addEventListener('pointercancel', cancel, { signal });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && cancel(), { signal });
  };
  return { order: state?.order ?? null, dragged: state?.id ?? null, start };
}

function middleOf(id: SessionId, vertical: boolean): number {
  const box = document.getElementById(tabId(id))?.getBoundingClientRect();
  if (!box) return 0;
  return vertical ? box.top + box.height / 2 : box.left + box.width / 2;
}
