/** Returns a cache tag of the bundles of a project. CDNs purge cached bundles by tag. */

export const projectTag = (projectId: string): string => `p-${projectId}`;

export const environmentTag = (environmentId: string): string => `e-${environmentId}`;
