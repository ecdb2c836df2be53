import type { Release } from '@parlance/contracts';
import type { ReleaseRow } from '../../domain/release/release.store.ts';

export const presentRelease = (row: ReleaseRow): Release => ({
  id: row.id,
  version: row.version,
  environmentId: row.environment_id,
  environment: row.environment,
  note: row.note,
  locales: row.locales.map(({ locale, key_count, size_bytes, sha256 }) => ({
    code: locale,
    keys: key_count,
    bytes: size_bytes,
    sha256: sha256.toString('hex'),
  })),
  createdAt: row.created_at.toISOString(),
  createdBy: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
});
