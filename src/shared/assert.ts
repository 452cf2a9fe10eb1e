/** Ends a switch over a union: a new member that nobody handles is a type error, and at run time a bug that throws. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled: ${JSON.stringify(value)}`);
}
