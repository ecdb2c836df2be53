import type { Role } from '@parlance/contracts';
import {
  RIGHTS,
  RIGHTS_OF_ROLE,
  type Right,
  SCOPES_OF_ROLE,
  type Scope,
} from '@parlance/contracts/scopes';

/** A scope, or a right in projects, that a page or a command needs. */
export type Need = Scope | Right;

/** True if a member with this role has the scope or the right. */
export const mayDo = (role: Role | null, need: Need): boolean => {
  if (role === null) return false;
  const all: readonly Need[] = [...SCOPES_OF_ROLE[role], ...RIGHTS_OF_ROLE[role]];
  return all.includes(need);
};

export const isRight = (need: Need): need is Right => (RIGHTS as readonly Need[]).includes(need);

/** The scopes that are not described by a right. */
export const OTHER_SCOPES = [
  'translate:write',
  'usage:read',
  'admin:api-keys',
] as const satisfies readonly Scope[];
