import type { Locale, Row } from '@parlance/sdk';
import type { EditorSettings } from '../cell/open-cell.ts';
import type { Drafts } from '../drafts/drafts.ts';

export interface PanelProps {
  organizationId: string;
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
  /** True if the user may change the values of the locale, and so accept and decline proposals. */
  mayWrite: boolean;
  /** True if the user may propose texts in the locale, and vote for those of others. */
  mayPropose: boolean;
  /** True if the panel is to take the focus, which it then reports by `onFocused`. */
  wantsFocus: boolean;
  onFocused(): void;
  /** Moves the focus to the active cell. */
  onLeave(): void;
}
