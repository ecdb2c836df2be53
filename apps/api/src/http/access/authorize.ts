import type { Scope } from '@parlance/contracts';
import type { Principal } from '../../domain/kernel/index.ts';
import { fail } from '../../errors.ts';

/** @throws `insufficient_scope` for a guest, and for an API key that is restricted to projects */
export function requireUnbound(principal: Principal): void {
  if (principal.projectIds === null) return;
  fail(
    'insufficient_scope',
    principal.type === 'user'
      ? 'A guest has access to single projects, but not to their organization.'
      : 'This API key is bound to projects and cannot access their organization. Use an API key that is not bound to projects.',
  );
}

/** @throws `insufficient_scope` with the first of `scopes` that the principal lacks */
export function requireScopes(principal: Principal, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length > 0) {
    const who = principal.type === 'api_key' ? 'The API key' : `The role ${principal.role}`;
    fail('insufficient_scope', `${who} lacks the scope ${missing.join(', ')}.`);
  }
}

/** @throws `person_required` for an API key of the organization */
export function requirePerson(principal: Principal): void {
  if (principal.type === 'user' || principal.membership !== null) return;
  fail(
    'person_required',
    'An API key of an organization cannot do this. Use a session or a personal API key.',
  );
}
