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
  /** The next row, if it is loaded. */
  next: Row | null;
  /** Texts that a digit inserts. Panels with suggestions write them here. */
  offered: { current: readonly string[] };
  /** Uses a suggestion as the text of the active cell. */
  onUse(text: string): void;
  /** Copies the text of another locale into the active cell, as a draft. */
  onCopy(localeCode: string): void;
  /** Opens the key with its source string. Null for a role that may only read. */
  onEditKey: (() => void) | null;
  /** Address of the row for other people. */
  link: string;
}
