import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { KeyChangeColumns } from '../change/change-item.store.ts';
import type { ProjectRef } from '../tenant.ts';
import type { KeysWrittenBy } from './key.store.ts';

/** The fields of a key that a change gave another content. */
export interface KeyFieldsChange {
  keyId: string;
  before: KeyChangeColumns;
  after: KeyChangeColumns;
}

/** Records an edit of a key's fields. */
export async function insertKeyHistory(
  tx: Db,
  projectId: ProjectRef,
  { keyId, before, after }: KeyFieldsChange,
  { changeId, now }: KeysWrittenBy,
): Promise<void> {
  await sql`
    insert into key_history (project_id, change_id, key_id, before, after, at)
    values (${projectId}::uuid, ${changeId}::uuid, ${keyId}::uuid, ${JSON.stringify(before)}::jsonb,
            ${JSON.stringify(after)}::jsonb, ${now}::timestamptz)`.execute(tx);
}
