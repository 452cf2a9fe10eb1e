/** As an emitter has it. */
type On = (listener: () => void) => () => void;

/** The same event once what is being done now is done, once for all that happened meanwhile: for those whom nobody waits for. */
export function later(on: On): On {
  return (listener) => {
    let pending: NodeJS.Immediate | null = null;
    const end = on(() => {
      pending ??= setImmediate(() => {
        pending = null;
        listener();
      });
    });
    return () => {
      end();
      if (pending) clearImmediate(pending);
    };
  };
}
