/** Loads the open cell with the text editor, which nothing else needs. */
export const loadCellEditor = () => import('./cell-editor.tsx');

/** Loads the open cell while the page is idle, so that the first cell opens at once. */
export function preloadCellEditor(): void {
  requestIdleCallback(() => void loadCellEditor());
}
