/** Returns tags of bundles in caches, by which the bundles are purged. */

export const projectTag = (projectId: string): string => `p-${projectId}`;

export const environmentTag = (environmentId: string): string => `e-${environmentId}`;
