import type { Locale, Row } from '@parlance/sdk';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { EditorSettings } from '../cell/open-cell.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { Checks } from './checks.tsx';
import { Context } from './context.tsx';
import { History } from './history.tsx';
import { Suggestions } from './suggestions.tsx';

export interface PanelProps {
  organizationId: string;
  projectId: string;
  row: Row;
  /** Locale of the active cell. */
  locale: Locale;
  locales: readonly Locale[];
  settings: EditorSettings;
  drafts: Drafts;
  /** The row after this one, if it is there. */
  next: Row | null;
  /** Texts that a digit takes. A panel that suggests some writes them here. */
  offered: { current: readonly string[] };
  /** Takes a suggestion as the text of the active cell. */
  onUse(text: string): void;
  /** Copies the text of another locale into the active cell, as a draft. */
  onCopy(localeCode: string): void;
  /** Opens the key with its source string. Null for a role that only reads. */
  onEditKey: (() => void) | null;
  /** Address of the row for other people. */
  link: string;
}

export interface Panel {
  readonly id: 'context' | 'suggestions' | 'checks' | 'history';
  readonly title: ParseKeys;
  readonly Content: ComponentType<PanelProps>;
}

/** The properties of the panels that show details of a row. */
export const PANELS: readonly Panel[] = [
  { id: 'context', title: 'editor.panel.context', Content: Context },
  { id: 'suggestions', title: 'editor.panel.suggestions', Content: Suggestions },
  { id: 'checks', title: 'editor.panel.checks', Content: Checks },
  { id: 'history', title: 'editor.panel.history', Content: History },
];
