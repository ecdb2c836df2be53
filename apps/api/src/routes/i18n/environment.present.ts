import type { Environment } from '@parlance/contracts';
import type { EnvironmentRow, LatestRelease } from '../../domain/project/index.ts';

export const presentEnvironment = (
  row: EnvironmentRow,
  latest: LatestRelease | undefined,
): Environment => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  fallback: row.fallback,
  prefixes: row.prefixes,
  latestRelease: latest
    ? { id: latest.id, version: latest.version, createdAt: latest.created_at.toISOString() }
    : null,
  archivedAt: row.archived_at?.toISOString() ?? null,
  deliveryStoppedAt: row.delivery_stopped_at?.toISOString() ?? null,
});
