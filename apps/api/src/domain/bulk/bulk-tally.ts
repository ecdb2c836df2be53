import { LIMITS } from '@parlance/contracts';
import type { ChangedTextRow, KeyChangeColumns } from '../change/change-item.store.ts';

/** A value or a key that a bulk change writes, as its preview shows it. */
export interface PreviewItem {
  kind: 'archived' | 'restored' | 'edited' | 'value';
  keyId: string;
  key: string;
  locale: string | null;
  before: ChangedTextRow | null;
  after: ChangedTextRow | null;
  keyBefore: KeyChangeColumns | null;
  keyAfter: KeyChangeColumns | null;
}

/** Numbers of changed, skipped and conflicting items of a bulk change, with a preview of the first changed items. */
export class BulkTally {
  changed = 0;
  skipped = 0;
  conflicts = 0;
  readonly preview: PreviewItem[] = [];

  /**
   * Counts a changed item. Calls `item` only if the preview is not full yet. `item` is null if the preview cannot show
   * the item.
   */
  addChanged(item: (() => PreviewItem) | null): void {
    this.changed++;
    if (item !== null && this.preview.length < LIMITS.bulkPreview) this.preview.push(item());
  }
}
