import { LIMITS } from '@parlance/contracts';
import type { ChangedTextRow, KeyChangeColumns } from '../change/change-item.store.ts';

/** A value or a key that a bulk change writes. */
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

/** Counts of a bulk change, with a preview of its first items. */
export class BulkTally {
  changed = 0;
  skipped = 0;
  conflicts = 0;
  readonly preview: PreviewItem[] = [];

  /** `item` is called only if the preview has room. Null for an item that is counted but cannot be listed. */
  addChanged(item: (() => PreviewItem) | null): void {
    this.changed++;
    if (item !== null && this.preview.length < LIMITS.bulkPreview) this.preview.push(item());
  }
}
