import type { Locale, Row } from '@parlance/sdk';
import type { EditorSettings } from '../cell/open-cell.ts';
import type { Drafts } from '../drafts/drafts.ts';

/** The element of a panel that takes the focus: its first entry, a field for a comment, or a thread on a key. */
export type PanelFocus =
  | 'first'
  | 'comment'
  | 'question'
  | 'sendBack'
  | { readonly thread: string; readonly keyId: string };

export interface PanelProps {
  organizationId: string;
  userId: string;
  projectId: string;
  row: Row;
  /** Locale of the active cell. */
  locale: Locale;
  locales: readonly Locale[];
  settings: EditorSettings;
  drafts: Drafts;
  /** The next row. Null if it is not loaded. */
  next: Row | null;
  /** Suggestions that the keyboard shortcuts with digits insert. Panels that show suggestions write them here. */
  offered: { current: readonly string[] };
  /** Replaces the text of the active cell with a suggestion. */
  onUse(text: string): void;
  /** Copies the text of another locale into the active cell as a draft. */
  onCopy(localeCode: string): void;
  /** Opens the dialog for the key and its source text. Null if the user's role may only read. */
  onEditKey: (() => void) | null;
  /** Link to the row that the user can send to other people. */
  link: string;
  /** True if the user may change the values of the locale, and therefore accept and decline proposals. */
  mayWrite: boolean;
  /** True if the user may propose texts in the locale, and vote for proposals of other people. */
  mayPropose: boolean;
  /** True if the user may delete the comments of other people. */
  mayModerate: boolean;
  /** Element that takes the focus in the panel, which then calls `onFocused`. Null to leave the focus where it is. */
  wantsFocus: PanelFocus | null;
  onFocused(): void;
  /** Moves the focus to the active cell. */
  onLeave(): void;
  /** Called when the active text was sent back to its translator. */
  onSentBack(): void;
}
