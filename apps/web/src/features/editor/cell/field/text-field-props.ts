import type { Drafts } from '../../drafts/drafts.ts';
import type { TextPart } from '../forms/text-part.ts';
import type { Move, OpenCell } from '../open-cell.ts';
import type { PairStart } from '../pair.tsx';
import type { TextCommand } from './text-commands.ts';

export interface TextFieldProps extends PairStart {
  cell: OpenCell;
  drafts: Drafts;
  /** Accessible name of the text. */
  label: string;
  commandOf(event: KeyboardEvent): TextCommand | null;
  showsInvisibles: boolean;
  /**
   * Called after the text was saved, after a check has prevented saving it, or after Escape, which keeps it as a draft.
   */
  onLeave(move: Move): void;
  /**
   * The line of a message that the field shows, if the message is edited line by line. The whole message is then saved.
   */
  part?: TextPart;
  /**
   * Moves the focus to the field of the next or previous plural form. Called for arrow keys at the first or last line
   * of the text.
   */
  onStep?(step: 1 | -1): void;
  /** Switches between the code of a message and its lines. */
  onCode?(): void;
  /** Label of the button that calls `onCode`. */
  codeLabel?: string;
  /** True if the field shows the code of an ICU message. */
  isMessage?: boolean;
}
