import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** A button in a toast, such as Undo. */
export interface ToastAction {
  readonly label: string;
  run(): void;
}

/** The toasts that are shown and those that wait for a place. */
export const toastQueue = new ToastQueue<{ text: string; action?: ToastAction | undefined }>({
  maxVisibleToasts: 3,
});
