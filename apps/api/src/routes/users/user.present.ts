import type { User, UserProfile } from '@parlance/contracts';
import { membersOf } from '../../domain/kernel/index.ts';
import { type ProfileRow, USER, type UserRow } from '../../domain/people/index.ts';

export const presentUser = (row: UserRow): User => ({
  ...membersOf(USER, row),
  emailVerified: row.email_verified_at !== null,
});

export const presentProfile = (row: ProfileRow): UserProfile => ({
  ...presentUser(row),
  preferences: row.preferences,
});
