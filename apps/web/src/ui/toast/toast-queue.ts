import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** A button in a toast, such as Undo. */
export interface ToastAction {
  readonly label: string;
  /** Identifies the subject of the action. The toast closes when the subject has ended. */
  readonly of?: string;
  run(): void;
}

interface ToastContent {
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

/** The toasts that are visible, and those that wait until there is room. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 });

/** Closes the visible toasts for which `isOver` returns true. */
export function closeToasts(isOver: (content: ToastContent) => boolean): void {
  for (const { key, content } of [...toastQueue.visibleToasts]) {
    if (isOver(content)) toastQueue.close(key);
  }
}
