import type { User, UserProfile } from '@parlance/contracts';
import type { ProfileRow, UserRow } from '../../domain/people/index.ts';

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  emailVerified: row.email_verified_at !== null,
  createdAt: row.created_at.toISOString(),
});

export const presentProfile = (row: ProfileRow): UserProfile => ({
  ...presentUser(row),
  preferences: row.preferences,
});
