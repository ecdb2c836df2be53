/** Loads the component of an open cell with its text editor. No other component needs this code. */
export const loadCellEditor = () => import('./cell-editor.tsx');

/** Loads the component of an open cell while the browser is idle, so that the first cell opens without a delay. */
export function preloadCellEditor(): void {
  requestIdleCallback(() => void loadCellEditor());
}
