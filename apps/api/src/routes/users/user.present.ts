import type { User } from '@parlance/contracts';
import type { UserRow } from '../../domain/user/user.store.ts';

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  emailVerified: row.email_verified_at !== null,
  createdAt: row.created_at.toISOString(),
});
