import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { unplanned } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { SourceHashes } from './source-hash.ts';

export async function setSourceHashes(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly { keyId: string; hashes: SourceHashes }[],
): Promise<void> {
  await sql`
    update translation_key k set source_hash = u.source_hash, masked_hash = u.masked_hash
    from unnest(${keys.map(({ keyId }) => keyId)}::uuid[],
                ${keys.map(({ hashes }) => hashes.source)}::bytea[],
                ${keys.map(({ hashes }) => hashes.masked)}::bytea[]) u(id, source_hash, masked_hash)
    where k.project_id = ${unplanned(projectId)} and k.id = u.id
      and (k.source_hash, k.masked_hash) is distinct from (u.source_hash, u.masked_hash)`.execute(
    tx,
  );
}
