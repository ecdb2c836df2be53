import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** A button in a toast, such as Undo. */
export interface ToastAction {
  readonly label: string;
  /** Names what the action is about. The toast ends when that is over. */
  readonly of?: string;
  run(): void;
}

interface ToastContent {
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

/** The toasts that are shown and those that wait for a place. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 });

/** Closes the toasts that are shown and no longer hold. */
export function closeToasts(isOver: (content: ToastContent) => boolean): void {
  for (const { key, content } of [...toastQueue.visibleToasts]) {
    if (isOver(content)) toastQueue.close(key);
  }
}
