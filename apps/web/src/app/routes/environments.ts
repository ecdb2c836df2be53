import type { QueryClient } from '@tanstack/react-query';

/**
 * Loads the first environments of a project. Their query is part of the pages' code, so that the first page of the app
 * does not wait for it.
 */
export async function preloadEnvironments(
  queries: QueryClient,
  organizationId: string,
  projectId: string,
): Promise<void> {
  const { environmentsQuery } = await import('../../lib/environments.queries.ts');
  await queries.ensureInfiniteQueryData(environmentsQuery(organizationId, projectId));
}
