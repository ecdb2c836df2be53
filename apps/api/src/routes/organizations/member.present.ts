import type { Member } from '@parlance/contracts';
import type { MemberRow } from '../../domain/people/index.ts';
import { presentGrants } from './grant.present.ts';

export const presentMember = (row: MemberRow): Member => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  localeCodes: row.locale_tags,
  grants: presentGrants(row.grants),
  joinedAt: row.joined_at.toISOString(),
});
