import '../../../i18n/parts/proposals.ts';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { Checks } from './checks.tsx';
import { CommentsTab } from './comments-tab.tsx';
import { Context } from './context.tsx';
import { History } from './history.tsx';
import type { PanelProps } from './panel-props.ts';
import { ProposalsTab } from './proposals-tab.tsx';
import { Suggestions } from './suggestions.tsx';

export interface Panel {
  readonly id: 'context' | 'suggestions' | 'proposals' | 'comments' | 'checks' | 'history';
  readonly title: ParseKeys;
  readonly Content: ComponentType<PanelProps>;
}

/** The panels that show details of the active row, in the order of their tabs. */
export const PANELS: readonly Panel[] = [
  { id: 'context', title: 'editor.panel.context', Content: Context },
  { id: 'suggestions', title: 'editor.panel.suggestions', Content: Suggestions },
  { id: 'proposals', title: 'proposals.title', Content: ProposalsTab },
  { id: 'comments', title: 'editor.panel.comments', Content: CommentsTab },
  { id: 'checks', title: 'editor.panel.checks', Content: Checks },
  { id: 'history', title: 'editor.panel.history', Content: History },
];
