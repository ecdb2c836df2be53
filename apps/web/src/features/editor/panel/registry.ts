import type { Locale, Row } from '@parlance/sdk';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { EditorSettings } from '../cell/open-cell.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { Checks } from './checks.tsx';
import { Context } from './context.tsx';
import { History } from './history.tsx';

export interface PanelProps {
  organizationId: string;
  projectId: string;
  row: Row;
  /** Locale of the active cell. */
  locale: Locale;
  locales: readonly Locale[];
  settings: EditorSettings;
  drafts: Drafts;
  /** Address of the row for other people. */
  link: string;
}

export interface Panel {
  readonly id: 'context' | 'checks' | 'history';
  readonly title: ParseKeys;
  readonly Content: ComponentType<PanelProps>;
}

/** The properties of the panels that show details of a row. */
export const PANELS: readonly Panel[] = [
  { id: 'context', title: 'editor.panel.context', Content: Context },
  { id: 'checks', title: 'editor.panel.checks', Content: Checks },
  { id: 'history', title: 'editor.panel.history', Content: History },
];
