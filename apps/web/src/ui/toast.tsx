import {
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components';
import css from './toast.module.css';

/** A button in a toast, such as Undo. */
export interface ToastAction {
  readonly label: string;
  run(): void;
}

const queue = new ToastQueue<{ text: string; action?: ToastAction | undefined }>({
  maxVisibleToasts: 3,
});
const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 20_000;

/** Says that an action is done. Errors belong beside what caused them. */
export const toast = (text: string, action?: ToastAction): void => {
  queue.add({ text, action }, { timeout: action ? SHOWN_WITH_ACTION_MS : SHOWN_MS });
};

export function ToastRegion({ label, close }: { label: string; close: string }) {
  return (
    <AriaToastRegion queue={queue} aria-label={label} className={css.region}>
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
                queue.close(one.key);
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
