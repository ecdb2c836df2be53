import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** A button in a toast, such as Undo. */
export interface ToastAction {
  readonly label: string;
  /** Identifies the subject of the action. The toast ends together with it. */
  readonly of?: string;
  run(): void;
}

interface ToastContent {
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

/** The visible toasts and the waiting ones. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 });

/** Closes the visible toasts that are outdated. */
export function closeToasts(isOver: (content: ToastContent) => boolean): void {
  for (const { key, content } of [...toastQueue.visibleToasts]) {
    if (isOver(content)) toastQueue.close(key);
  }
}
