declare const brand: unique symbol;

/**
 * The id of a project that the caller may reach. Store functions accept no other id of a project.
 * `getProject`, `getWritableProject` and `listProjects` return it after a check of ownership.
 */
export type ProjectRef = string & { readonly [brand]: 'project' };

/**
 * The id of an organization that the caller may reach. Authentication and `getOrganization` return it
 * after a check of membership. Store functions accept no other id of an organization.
 */
export type OwnerRef = string & { readonly [brand]: 'owner' };

/** Marks the project of a row or a task that the service wrote. Never call it with user input. */
export const trustedProject = (projectId: string): ProjectRef => projectId as ProjectRef;

/** Marks the organization of a row or a task that the service wrote. Never call it with user input. */
export const trustedOwner = (organizationId: string): OwnerRef => organizationId as OwnerRef;
