import { useAtom } from 'jotai';
import { ToastCard, ToastViewport } from '../ui/toast';
import { toastsAtom } from './show-toast';

/** The latest toasts, above the status bar. */
export function Toasts() {
  const [toasts, setToasts] = useAtom(toastsAtom);
  return (
    <ToastViewport>
      {toasts.map(({ key, text, action }) => (
        <ToastCard key={key} text={text} action={action} onClose={() => setToasts((shown) => shown.filter((one) => one.key !== key))} />
      ))}
    </ToastViewport>
  );
}
