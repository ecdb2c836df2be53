import type { Role } from '@parlance/contracts';
import { mayDo } from '../../lib/person/role.ts';

/** True if a member with this role can be limited to locales. */
export const isLimitable = (role: Role): boolean =>
  mayDo(role, 'translate') && !mayDo(role, 'content');
