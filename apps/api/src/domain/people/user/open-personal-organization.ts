import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { type OwnerRef, slugOf } from '../../kernel/index.ts';
import { insertMembership, insertOrganization } from '../organization/organization.store.ts';

export async function openPersonalOrganization(
  tx: Db,
  user: { userId: string; name: string; now: Date },
): Promise<OwnerRef> {
  const organizationId = await insertOrganization(tx, {
    name: user.name,
    // The end of an id is random, so that users with the same name get different slugs.
    slug: `${slugOf(user.name, 'user')}-${newId().slice(-8)}`,
    personalUserId: user.userId,
    now: user.now,
  });
  await insertMembership(tx, {
    organizationId,
    userId: user.userId,
    role: 'owner',
    locales: null,
    now: user.now,
  });
  return organizationId;
}
