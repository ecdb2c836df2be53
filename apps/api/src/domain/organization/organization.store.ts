import type { Role } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';

export async function insertOrganization(
  db: Db,
  organization: { name: string; slug: string; personalUserId: string | null; now: Date },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('organization')
    .values({
      id,
      name: organization.name,
      slug: organization.slug,
      personal_user_id: organization.personalUserId,
      created_at: organization.now,
    })
    .execute();
  return id;
}

export async function insertMembership(
  db: Db,
  membership: { organizationId: string; userId: string; role: Role; now: Date },
): Promise<void> {
  await db
    .insertInto('membership')
    .values({
      organization_id: membership.organizationId,
      user_id: membership.userId,
      role: membership.role,
      joined_at: membership.now,
    })
    .execute();
}
