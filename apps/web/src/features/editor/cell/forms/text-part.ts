import type { Token } from '@parlance/messages';
import type { CellFinding } from '../findings/check-text.ts';

/** A line of a message. It is the part of the message that one text field shows. */
export interface TextPart {
  readonly text: string;
  /**
   * True if the option of the plural or select has no text. The line then consists of the text
   * around the option, and the caret starts at `start`.
   */
  readonly isEmpty: boolean;
  readonly start: number;
  /** The corresponding line of the source text. */
  readonly source: string;
  /** The whole message with the current text of this line. */
  readonly message: string;
  readonly findings: readonly CellFinding[];
  /** An example number that is shown in place of `#`. Null if there is none. */
  readonly example: string | null;
  tokenize(text: string): readonly Token[];
  /** Returns the whole message after this text was put into the line. */
  write(text: string): string;
  /** Called after the draft was discarded. The field then shows the saved line. */
  onDiscard(): void;
  /** Moves the focus to the next line without a text. Returns false if there is no such line. */
  goOn(): boolean;
}
