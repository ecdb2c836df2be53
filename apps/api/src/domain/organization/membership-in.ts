import { RIGHTS_OF_ROLE, type Role } from '@parlance/contracts';
import { failAt } from '../../errors.ts';
import { requireLocaleTags } from '../locale/locale-tag.ts';
import type { Membership } from '../principal.ts';

/**
 * Returns the membership in a request. Only roles that translate, but do not change source texts, can
 * be limited to locales.
 * @throws `validation_failed`
 */
export function membershipIn({
  role,
  localeCodes = null,
}: {
  role: Role;
  localeCodes?: readonly string[] | null | undefined;
}): Membership {
  if (localeCodes === null) return { role, locales: null };
  const rights = RIGHTS_OF_ROLE[role];
  if (!rights.includes('translate') || rights.includes('content')) {
    failAt('/localeCodes', `must be null for the role ${role}, which is not limited to locales`);
  }
  return { role, locales: requireLocaleTags(localeCodes, '/localeCodes') };
}
