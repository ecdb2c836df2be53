/** Loads the component of an open cell with its text editor. No other component needs this code. */
export const loadCellEditor = () => import('./cell-editor.tsx');

/**
 * Loads the component of an open cell and the checks of its text while the browser is idle, so that the first cell opens
 * and is saved without a delay. A cell loads what is missing when it opens.
 */
export function preloadCellEditor(): void {
  requestIdleCallback(() => {
    loadCellEditor()
      .then(() => import('@parlance/messages/checks'))
      .catch(() => {});
  });
}
