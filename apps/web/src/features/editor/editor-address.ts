/** The search parameters in the address of the editor. */
export interface EditorAddress {
  /** Locale tags in the order of the columns, separated by commas. */
  readonly l?: string;
  readonly q?: string;
  /** Id of the key in the active row. */
  readonly key?: string;
  /** Id of a thread of comments on the key. The editor shows it and removes it from the address. */
  readonly thread?: string;
  /** The view of the editor. If undefined, the page shows the focus view on a narrow screen, and otherwise the grid. */
  readonly view?: EditorView;
}

/** Changes the address of the editor. */
export type ChangeAddress = (
  change: (address: EditorAddress) => EditorAddress,
  options: { replace: boolean },
) => void;

export const EDITOR_VIEWS = ['grid', 'focus'] as const;
export type EditorView = (typeof EDITOR_VIEWS)[number];
