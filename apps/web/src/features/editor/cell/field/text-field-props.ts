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
  /** Called after the text was saved, blocked or, with Escape, kept as a draft. */
  onLeave(move: Move): void;
  /** A line of the text, if it is edited as a form. The form then saves the text. */
  part?: TextPart;
  /** Moves to another form of the text, for arrow keys at the text's edges. */
  onStep?(step: 1 | -1): void;
  /** Switches between code and forms. */
  onCode?(): void;
  /** Name of the button that switches. */
  codeLabel?: string;
  /** True for the code of an ICU message. */
  isMessage?: boolean;
}
