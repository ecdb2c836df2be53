import type { ProjectMember } from '@parlance/contracts';
import type { ProjectMemberRow } from '../../domain/project/index.ts';

export const presentProjectMember = (row: ProjectMemberRow): ProjectMember => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  localeCodes: row.locale_tags,
  grantedAt: row.granted_at.toISOString(),
});
