/** Tags of bundles in caches, by which they are purged. */

export const projectTag = (projectId: string): string => `p-${projectId}`;

export const environmentTag = (environmentId: string): string => `e-${environmentId}`;
