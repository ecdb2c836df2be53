import type { Role } from '@parlance/contracts';
import { SCOPES_OF_ROLE, type Scope } from '@parlance/contracts/scopes';

/** True if a member with this role has the scope. */
export const mayDo = (role: Role | null, scope: Scope): boolean =>
  role !== null && SCOPES_OF_ROLE[role].includes(scope);
