import type { TermSuggestion } from '@parlance/sdk';
import { createContext } from 'react';

/** The text that has the caret, for what stands beside it. */
export interface OpenText {
  /** Puts a text at the caret. */
  insert(text: string): void;
  /** Makes a text that of the cell, as one step that can be undone. */
  use(text: string): void;
}

/** State that the parts of an open cell share. */
export interface Workspace {
  /** Null while no text has the caret. */
  readonly text: { current: OpenText | null };
  /** The terms of the glossary in the source string. */
  readonly terms: readonly TermSuggestion[];
  /** Texts that a key takes, best first. What suggests some writes them here. */
  readonly offered: { current: readonly string[] };
  /** Fills the texts whose source string is that of the text that was saved last. */
  fillEqual(): void;
}

export const WorkspaceContext = createContext<Workspace>({
  text: { current: null },
  terms: [],
  offered: { current: [] },
  fillEqual() {},
});
