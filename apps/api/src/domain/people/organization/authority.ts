import { type Role, SCOPES_OF_ROLE, type Scope } from '@parlance/contracts';
import { fail } from '../../../errors.ts';
import type { Principal } from '../../kernel/index.ts';

/** The rights of a user or an API key in an organization. */
export interface Authority {
  /** Role of the caller. Null for an API key. */
  readonly role: Role | null;
  readonly scopes: readonly Scope[];
}

const MANAGING_SCOPE: Scope = 'admin:api-keys';

export const authorityOf = (principal: Principal, role: Role | null): Authority => ({
  role,
  scopes: role === null ? principal.scopes : SCOPES_OF_ROLE[role],
});

export const mayInvite = (role: Role, invited: Role): boolean =>
  SCOPES_OF_ROLE[role].includes(MANAGING_SCOPE) && (invited !== 'owner' || role === 'owner');

/** @throws `insufficient_scope` unless the caller may change the organization and its members */
export function requireManaging({ role, scopes }: Authority): void {
  if (scopes.includes(MANAGING_SCOPE)) return;
  const who = role === null ? 'The API key' : `The role ${role}`;
  fail('insufficient_scope', `${who} lacks the scope ${MANAGING_SCOPE}.`);
}

/** @throws `insufficient_scope` if the caller must not change the rights of a member with `role` */
export function requireOver(authority: Authority, role: Role): void {
  requireManaging(authority);
  if (role === 'owner' && authority.role !== 'owner') {
    fail('insufficient_scope', 'Only an owner can grant or revoke the role owner.');
  }
}

/**
 * Requires that the caller may assign `role`. Nobody can assign a role with scopes that they do not
 * have.
 * @throws `insufficient_scope`
 */
export function requireGrant(authority: Authority, role: Role): void {
  requireOver(authority, role);
  const missing = SCOPES_OF_ROLE[role].filter((scope) => !authority.scopes.includes(scope));
  if (missing.length > 0) {
    const list = missing.join(', ');
    fail('insufficient_scope', `You cannot grant the role ${role}: you lack the scope ${list}.`);
  }
}
