import {
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
} from 'react-aria-components';
import css from './toast.module.css';
import { toastQueue } from './toast-queue.ts';

/** Shows the toasts of the queue. */
export function ShownToasts({ label, close }: { label: string; close: string }) {
  return (
    <AriaToastRegion queue={toastQueue} aria-label={label} className={css.region}>
      {({ toast: one }) => (
        <Toast toast={one} className={css.toast}>
          <ToastContent>
            <Text slot="title">{one.content.text}</Text>
          </ToastContent>
          {one.content.action && (
            <Button
              className={css.action}
              onPress={() => {
                one.content.action!.run();
                toastQueue.close(one.key);
              }}
            >
              {one.content.action.label}
            </Button>
          )}
          <Button slot="close" aria-label={close} className={css.close}>
            ×
          </Button>
        </Toast>
      )}
    </AriaToastRegion>
  );
}
