import { useSetAtom } from 'jotai';
import { newSessionOpenAtom } from '../app-state';
import { Button } from '../ui/button';
import { Dialog, DialogFooter } from '../ui/dialog';

export function NewSession() {
  const setOpen = useSetAtom(newSessionOpenAtom);
  return (
    <Dialog title="New session" onClose={() => setOpen(false)}>
      <p>This build can’t start sessions yet: it is the window they will live in.</p>
      <DialogFooter>
        <Button look="primary" onClick={() => setOpen(false)}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
