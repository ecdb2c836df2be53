/** Returns the cache tag by which CDNs purge the bundles of a project. */

export const projectTag = (projectId: string): string => `p-${projectId}`;

export const environmentTag = (environmentId: string): string => `e-${environmentId}`;
