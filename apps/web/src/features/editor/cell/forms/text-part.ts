import type { Token } from '@parlance/messages';
import type { CellFinding } from '../findings/use-findings.ts';

/** A line of a message that is edited as a form: the part of the text of a cell that a field shows. */
export interface TextPart {
  readonly text: string;
  /** True if only text outside of the branch is in the line: the caret then begins at `start`. */
  readonly isEmpty: boolean;
  readonly start: number;
  /** The line of the source string that the line follows. */
  readonly source: string;
  /** The whole message as it is now. */
  readonly message: string;
  readonly findings: readonly CellFinding[];
  /** The number that `#` stands for in an example. */
  readonly example: string | null;
  tokenize(text: string): readonly Token[];
  /** Puts the line into the message. Returns the message. */
  write(text: string): string;
  /** Called after the draft was discarded: the line is shown as it is saved. */
  onDiscard(): void;
  /** Goes on to the next line without a text. Returns false if there is none. */
  goOn(): boolean;
}
