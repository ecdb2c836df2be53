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
  /** Called after the text was saved, blocked or, with Escape, left as a draft. */
  onLeave(move: Move): void;
  /** A line of the text, if it is edited as a form. The form then saves the text. */
  part?: TextPart;
  /** Moves on to another form of the text, with the arrow keys at its edges. */
  onStep?(step: 1 | -1): void;
  /** Shows the text as code, or as forms again. */
  onCode?(): void;
  /** Name of the button for that. */
  codeLabel?: string;
  /** True for the code of an ICU message. */
  isMessage?: boolean;
}
