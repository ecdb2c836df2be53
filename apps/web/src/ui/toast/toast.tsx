import { useSyncExternalStore } from 'react';
import { useModule } from '../hooks/use-module.ts';
import { closeToasts, type ToastAction, toastQueue } from './toast-queue.ts';

const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 20_000;

/** Reports a completed action. Errors belong next to their cause. */
export const toast = (text: string, action?: ToastAction): void => {
  // A repeated text replaces the earlier toast.
  closeToasts((shown) => shown.text === text);
  toastQueue.add({ text, action }, { timeout: action ? SHOWN_WITH_ACTION_MS : SHOWN_MS });
};

const loadRegion = () => import('./toast-region.tsx');

/** The place of toasts. Its component is loaded with the first one. */
export function ToastRegion(props: { label: string; close: string }) {
  const hasToasts = useSyncExternalStore(
    (changed) => toastQueue.subscribe(changed),
    () => toastQueue.visibleToasts.length > 0,
  );
  const ShownToasts = useModule(loadRegion, hasToasts)?.ShownToasts;
  return ShownToasts ? <ShownToasts {...props} /> : null;
}
