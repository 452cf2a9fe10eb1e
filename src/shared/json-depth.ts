/** Deeper than any tool's input. Recursive code may rely on this limit. */
export const deepestJson = 200;

/** Whether a value is nested deeper than `deepest`. It is not recursive, so no value can exhaust the stack. */
export function isTooDeep(value: unknown, deepest = deepestJson): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const inner of Object.values(one)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}

/** The same value, or a copy without the parts that are nested deeper. */
export function withoutDepths(value: Readonly<Record<string, unknown>>, deepest = deepestJson): Record<string, unknown> {
  return isTooDeep(value, deepest) ? cutObject(value, deepest) : value;
}

const cutObject = (value: object, left: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutValue(inner, left - 1)]));

function cutValue(value: unknown, left: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (left < 0) return 'nested too deep';
  return Array.isArray(value) ? value.map((inner) => cutValue(inner, left - 1)) : cutObject(value, left);
}
