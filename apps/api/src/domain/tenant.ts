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
 * Returns the project id in a row or a task as a `ProjectRef`, without checking the access. The service itself has
 * written the row or the task. Never call this with input from a user.
 */
export const trustedProject = (projectId: string): ProjectRef => projectId as ProjectRef;

/**
 * Returns the organization id in a row or a task as an `OwnerRef`, without checking the access. The service itself has
 * written the row or the task. Never call this with input from a user.
 */
export const trustedOwner = (organizationId: string): OwnerRef => organizationId as OwnerRef;
