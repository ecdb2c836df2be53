import type { Token } from '@parlance/messages';
import type { CellFinding } from '../findings/use-findings.ts';

/** A line of a message that is edited as a form: the part of the cell's text that a field shows. */
export interface TextPart {
  readonly text: string;
  /** True if the line contains only text from outside of its branch. The caret then begins at `start`. */
  readonly isEmpty: boolean;
  readonly start: number;
  /** The corresponding line of the source string. */
  readonly source: string;
  /** Returns the current message. */
  readonly message: string;
  readonly findings: readonly CellFinding[];
  /** The number that replaces `#` in an example. */
  readonly example: string | null;
  tokenize(text: string): readonly Token[];
  /** Puts the line into the message, and returns the message. */
  write(text: string): string;
  /** Called after the draft was discarded, to show the saved line. */
  onDiscard(): void;
  /** Moves to the next line without a text. Returns false if there is none. */
  goOn(): boolean;
}
