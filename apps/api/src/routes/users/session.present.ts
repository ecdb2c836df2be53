import type { Session } from '@parlance/contracts';
import { membersOf, type UserPrincipal } from '../../domain/kernel/index.ts';
import { SESSION, type SessionRow } from '../../domain/people/index.ts';

export const presentSession = (row: SessionRow, { sessionId }: UserPrincipal): Session => ({
  ...membersOf(SESSION, row),
  current: row.id === sessionId,
});
