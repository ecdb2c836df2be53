import type { GrantRole, Role, Scope } from '@parlance/contracts';
import type { OwnerRef } from './tenant.ts';

/** Role and locales of a member of an organization. */
export interface Membership {
  readonly role: Role;
  /** Tags of the locales whose values the member may change. Null for all locales. */
  readonly locales: readonly string[] | null;
}

export const isSameMembership = (membership: Membership, other: Membership): boolean =>
  membership.role === other.role &&
  JSON.stringify(membership.locales) === JSON.stringify(other.locales);

/**
 * Role and locales of a member in a project, in place of the role and locales of the membership.
 */
export interface Grant extends Membership {
  readonly role: GrantRole;
  readonly projectId: string;
}

export interface UserPrincipal extends Membership {
  readonly type: 'user';
  readonly id: string;
  readonly name: string;
  readonly organizationId: OwnerRef;
  /** Scopes of the role. Until the project of the request is known, also the scopes of all grants. */
  readonly scopes: readonly Scope[];
  readonly grants: readonly Grant[];
  /** Ids of the projects that a guest may see. Null for all projects of the organization. */
  readonly projectIds: readonly string[] | null;
  readonly sessionId: string;
}

export interface ApiKeyPrincipal {
  readonly type: 'api_key';
  readonly id: string;
  readonly name: string;
  readonly organizationId: OwnerRef;
  readonly scopes: readonly Scope[];
  /** Ids of the projects that the API key may use. Null for all projects of the organization. */
  readonly projectIds: readonly string[] | null;
  /** Membership of the user of a personal key. Null for a key of the organization. */
  readonly membership: Membership | null;
  /** Grants of the user of a personal key. Empty for a key of the organization. */
  readonly grants: readonly Grant[];
}

/** The caller of a request, with the organization to which the request applies. */
export type Principal = UserPrincipal | ApiKeyPrincipal;

export interface Actor {
  readonly type: 'user' | 'api_key' | 'job';
  readonly id: string;
  /** Name of the author. Null if the author has erased the account. */
  readonly name: string | null;
}

export const actorOf = (principal: Principal): Actor => ({
  type: principal.type,
  id: principal.id,
  name: principal.name,
});

/**
 * The organization whose data a request may use. A guest, or an API key that is limited to some
 * projects, may use only these projects, their jobs, and the jobs that the caller has created.
 */
export interface Owner {
  readonly organizationId: OwnerRef;
  readonly projectIds: readonly string[] | null;
  readonly principalId: string;
}

export const ownerOf = (principal: Principal): Owner => ({
  organizationId: principal.organizationId,
  projectIds: principal.projectIds,
  principalId: principal.id,
});
