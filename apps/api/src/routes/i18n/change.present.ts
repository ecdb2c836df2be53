import type { Change, ChangeItem, Revert } from '@parlance/contracts';
import type { ChangeItemRow, ChangeRow } from '../../domain/content/index.ts';
import type { RevertOutcome } from '../../domain/editing/index.ts';

export const presentChange = (row: ChangeRow, items: readonly ChangeItemRow[] = []): Change => ({
  id: row.id,
  kind: row.kind,
  state: row.is_running ? 'running' : 'completed',
  number: row.number,
  counts: {
    values: row.values_count,
    keysCreated: row.keys_created,
    keysArchived: row.keys_archived,
    keysRestored: row.keys_restored,
    keysEdited: row.keys_edited,
  },
  at: row.at.toISOString(),
  by: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  proposedBy: row.proposed_by,
  keptTranslations: row.kept_translations,
  faulty: row.faulty ?? [],
  items: items.map(presentChangeItem),
});

export const presentChangeItem = (row: ChangeItemRow): ChangeItem => ({
  kind: row.kind,
  keyId: row.key_id,
  key: row.key,
  locale: row.locale,
  before: row.before,
  after: row.after,
  isPurged: row.is_purged,
  keyBefore: row.key_before,
  keyAfter: row.key_after,
});

export const presentRevert = ({ changeId, tally, conflicts }: RevertOutcome): Revert => ({
  changeId,
  counts: {
    values: tally.values,
    keysArchived: tally.keysArchived,
    keysRestored: tally.keysRestored,
    keysEdited: tally.keysEdited,
    unchanged: tally.unchanged,
    conflicts: tally.conflictsCount,
  },
  conflicts: conflicts.map(({ kind, keyId, key, locale, current, earlier }) => ({
    kind,
    keyId,
    key,
    locale,
    current,
    earlier,
  })),
});
