import type { TranslationValue } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';

/** A message from one tab to the other tabs of the same user. */
export type TabMessage =
  | { readonly type: 'editing' | 'left'; readonly tab: string; readonly cell: CellId }
  | { readonly type: 'saved'; readonly cell: CellId; readonly value: TranslationValue | null }
  /** Asks the other tabs which cells the user is editing there. */
  | { readonly type: 'who' };

export interface Tabs {
  post(message: TabMessage): void;
  onMessage(receive: (message: TabMessage) => void): void;
}
