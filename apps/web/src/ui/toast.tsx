import {
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components';
import css from './toast.module.css';

const queue = new ToastQueue<string>({ maxVisibleToasts: 3 });
const SHOWN_MS = 6_000;

/** Says that an action is done. Errors belong beside what caused them. */
export const toast = (text: string): void => {
  queue.add(text, { timeout: SHOWN_MS });
};

export function ToastRegion({ label, close }: { label: string; close: string }) {
  return (
    <AriaToastRegion queue={queue} aria-label={label} className={css.region}>
      {({ toast: one }) => (
        <Toast toast={one} className={css.toast}>
          <ToastContent>
            <Text slot="title">{one.content}</Text>
          </ToastContent>
          <Button slot="close" aria-label={close} className={css.close}>
            ×
          </Button>
        </Toast>
      )}
    </AriaToastRegion>
  );
}
