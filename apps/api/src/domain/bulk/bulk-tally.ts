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

/** Counts of a bulk change, with the first of what it writes. */
export class BulkTally {
  changed = 0;
  skipped = 0;
  conflicts = 0;
  readonly preview: PreviewItem[] = [];

  /** `item` is asked for only if the preview has room. Null for what is counted but cannot be listed. */
  addChanged(item: (() => PreviewItem) | null): void {
    this.changed++;
    if (item !== null && this.preview.length < LIMITS.bulkPreview) this.preview.push(item());
  }
}
