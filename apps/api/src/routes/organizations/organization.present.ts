import type { Organization } from '@parlance/contracts';
import type { OrganizationRow } from '../../domain/people/index.ts';
import { presentGrants } from './grant.present.ts';

export const presentOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  personal: row.personal_user_id !== null,
  role: row.role,
  localeCodes: row.locale_tags,
  grants: presentGrants(row.grants),
  createdAt: row.created_at.toISOString(),
});
