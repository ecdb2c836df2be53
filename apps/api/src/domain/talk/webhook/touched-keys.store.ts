import { LIMITS } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/** Returns the ids of keys that changes created or archived, by change and action. Omits long lists of keys. */
export async function readTouchedKeys(
  tx: Db,
  projectId: ProjectRef,
  changeIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (changeIds.length === 0) return new Map();
  const { rows } = await sql<{ name: string; ids: string[] }>`
    select t.change_id || ' ' || t.action as name, t.key_ids as ids
    from unnest(${[...changeIds]}::uuid[]) c(id)
    cross join lateral (
      select change_id, action, key_ids from change_keys
      where project_id = ${projectId}::uuid and change_id = c.id
        and action in ('created', 'archived') and keys_count <= ${sql.lit(LIMITS.webhookKeyIds)}
    ) t`.execute(tx);
  const found = new Map<string, string[]>();
  for (const { name, ids } of rows) found.set(name, [...(found.get(name) ?? []), ...ids]);
  return found;
}
