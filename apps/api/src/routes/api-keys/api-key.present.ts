import type { ApiKey } from '@parlance/contracts';
import type { ApiKeyRow } from '../../domain/people/index.ts';

export const presentApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as ApiKey['scopes'],
  prefix: row.prefix,
  personal: row.user_id !== null,
  projectIds: row.project_ids,
  createdBy: { type: row.created_by_type, id: row.created_by_id, name: row.created_by_name },
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
});
