import { isLimitable, type Role } from '@parlance/contracts';
import { failAt } from '../../../errors.ts';
import type { Membership } from '../../kernel/index.ts';
import { requireKnownLocales } from '../../project/index.ts';

/**
 * Returns the membership in a request.
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
  if (!isLimitable(role)) {
    failAt('/localeCodes', `must be null for the role ${role}, which is not limited to locales`);
  }
  return { role, locales: requireKnownLocales(localeCodes, '/localeCodes') };
}
