import type { TermSuggestion } from '@parlance/sdk';
import { createContext } from 'react';

/** The text that contains the caret, for components beside it. */
export interface OpenText {
  /** Inserts a text at the caret. */
  insert(text: string): void;
  /** Replaces the text of the cell, as one step that can be undone. */
  use(text: string): void;
}

/** State that the parts of an open cell share. */
export interface Workspace {
  /** Null while no text contains the caret. */
  readonly text: { current: OpenText | null };
  /** The glossary terms in the source string. */
  readonly terms: readonly TermSuggestion[];
  /** Texts that number keys insert, best first. The components with suggestions write them here. */
  readonly offered: { current: readonly string[] };
  /** Fills the missing texts whose source string equals that of the last saved text. */
  fillEqual(): void;
}

export const WorkspaceContext = createContext<Workspace>({
  text: { current: null },
  terms: [],
  offered: { current: [] },
  fillEqual() {},
});
