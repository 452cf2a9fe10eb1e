import { useAtom } from 'jotai';
import { ToastCard, ToastPlace } from '../ui/toast';
import { toastsAtom } from './show-toast';

/** What was shown last, above the status bar. */
export function Toasts() {
  const [toasts, setToasts] = useAtom(toastsAtom);
  return (
    <ToastPlace>
      {toasts.map(({ key, text, action }) => (
        <ToastCard key={key} text={text} action={action} onGone={() => setToasts((shown) => shown.filter((one) => one.key !== key))} />
      ))}
    </ToastPlace>
  );
}
