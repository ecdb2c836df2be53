declare const brand: unique symbol;

/**
 * The id of a project to which the caller has access. Store functions accept no other ids.
 * `getProject`, `getWritableProject` and `listProjects` check the access.
 */
export type ProjectRef = string & { readonly [brand]: 'project' };

/**
 * The id of an organization to which the caller has access. Store functions accept no other ids.
 * Authentication and `getOrganization` check the access.
 */
export type OwnerRef = string & { readonly [brand]: 'owner' };

/**
 * Returns a project id without checking access. Use it only for ids that the service itself has
 * stored, and never for input from a user.
 */
export const trustedProject = (projectId: string): ProjectRef => projectId as ProjectRef;

/**
 * Returns an organization id without checking access. Use it only for ids that the service itself
 * has stored, and never for input from a user.
 */
export const trustedOwner = (organizationId: string): OwnerRef => organizationId as OwnerRef;
