import type { Role, Scope } from '@parlance/contracts';
import type { OwnerRef } from './tenant.ts';

export interface UserPrincipal {
  readonly type: 'user';
  readonly id: string;
  readonly name: string;
  readonly organizationId: OwnerRef;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly sessionId: string;
}

export interface ApiKeyPrincipal {
  readonly type: 'api_key';
  readonly id: string;
  readonly name: string;
  readonly organizationId: OwnerRef;
  readonly scopes: readonly Scope[];
  /** Projects of a key that is bound to projects. Null for every project of the organization. */
  readonly projectIds: readonly string[] | null;
}

/** The caller, and the organization that owns and pays for the result. */
export type Principal = UserPrincipal | ApiKeyPrincipal;

/** The author of an action, as rows and answers store it. */
export interface Actor {
  readonly type: 'user' | 'api_key' | 'job';
  readonly id: string;
  /** Name of the author. Null for a person who erased the account. */
  readonly name: string | null;
}

export const actorOf = (principal: Principal): Actor => ({
  type: principal.type,
  id: principal.id,
  name: principal.name,
});

/**
 * The projects and jobs that a call may use: those of one organization. A bound key may use only its projects, their
 * jobs and its own jobs.
 */
export interface Owner {
  readonly organizationId: OwnerRef;
  readonly projectIds: readonly string[] | null;
  readonly principalId: string;
}

export const ownerOf = (principal: Principal): Owner => ({
  organizationId: principal.organizationId,
  projectIds: principal.type === 'api_key' ? principal.projectIds : null,
  principalId: principal.id,
});
