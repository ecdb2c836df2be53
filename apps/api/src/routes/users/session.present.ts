import type { Session } from '@parlance/contracts';
import type { UserPrincipal } from '../../domain/kernel/index.ts';
import type { SessionRow } from '../../domain/people/index.ts';

export const presentSession = (row: SessionRow, { sessionId }: UserPrincipal): Session => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.renewed_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  userAgent: row.user_agent,
  current: row.id === sessionId,
});
