declare const brand: unique symbol;

/**
 * The id of a project to which the caller has access. Store functions accept no other ids. `getProject`,
 * `getWritableProject` and `listProjects` return it after they have checked the access.
 */
export type ProjectRef = string & { readonly [brand]: 'project' };

/**
 * The id of an organization to which the caller has access. Store functions accept no other ids. Authentication and
 * `getOrganization` return it after they have checked the access.
 */
export type OwnerRef = string & { readonly [brand]: 'owner' };

/**
 * Marks the project id in a row or a task as trusted, because the service itself has written it. Never call this with
 * input from a user.
 */
export const trustedProject = (projectId: string): ProjectRef => projectId as ProjectRef;

/**
 * Marks the organization id in a row or a task as trusted, because the service itself has written it. Never call this
 * with input from a user.
 */
export const trustedOwner = (organizationId: string): OwnerRef => organizationId as OwnerRef;
