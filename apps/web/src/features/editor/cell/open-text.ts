import type { TermSuggestion } from '@parlance/sdk';
import { createContext } from 'react';

/**
 * Time in milliseconds after a cell is opened until its suggestions are loaded. It is long enough
 * that the request does not compete with the save of the previous text.
 */
export const OPEN_MS = 400;

/** The text field that has the focus, for components that write into it. */
export interface OpenText {
  /** Inserts a text at the caret. */
  insert(text: string): void;
  /** Replaces the whole text of the cell. The user can undo the replacement in one step. */
  use(text: string): void;
}

/** State that the components of an open cell share. */
export interface Workspace {
  /** The text field that has the focus. Null if there is none. */
  readonly text: { current: OpenText | null };
  /** The glossary terms that occur in the source text. */
  readonly terms: readonly TermSuggestion[];
  /**
   * Suggestions that the keyboard shortcuts with digits insert, the best first. The components that show suggestions
   * write them here.
   */
  readonly offered: { current: readonly string[] };
  /** Copies the last saved text to all missing texts with the same source text. */
  fillEqual(): void;
}

export const WorkspaceContext = createContext<Workspace>({
  text: { current: null },
  terms: [],
  offered: { current: [] },
  fillEqual() {},
});
