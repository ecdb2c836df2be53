import { type BulkConflict, LIMITS } from '@parlance/contracts';
import type { ChangedTextRow, SomeKeyFields } from '../../content/index.ts';

export interface PreviewItem {
  kind: 'archived' | 'restored' | 'edited' | 'value';
  keyId: string;
  key: string;
  locale: string | null;
  before: ChangedTextRow | null;
  after: ChangedTextRow | null;
  keyBefore: SomeKeyFields | null;
  keyAfter: SomeKeyFields | null;
}

export class BulkTally {
  changed = 0;
  skipped = 0;
  conflicts = 0;
  readonly preview: PreviewItem[] = [];
  readonly conflictPreview: BulkConflict[] = [];

  addChanged(item: (() => PreviewItem) | null): void {
    this.changed++;
    if (item !== null && this.preview.length < LIMITS.bulkPreview) this.preview.push(item());
  }
}
