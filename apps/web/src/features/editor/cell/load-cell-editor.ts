/** Loads the open cell, with the text editor that only it needs. */
export const loadCellEditor = () => import('./cell-editor.tsx');

/** Loads it while the page has nothing else to do, so that the first cell opens at once. */
export function preloadCellEditor(): void {
  requestIdleCallback(() => void loadCellEditor());
}
