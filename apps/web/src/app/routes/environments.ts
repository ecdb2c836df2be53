import type { QueryClient } from '@tanstack/react-query';

/**
 * Loads the first environments of a project. The code of the query is loaded with the pages that use it, so that it
 * does not delay the first page of the app.
 */
export async function preloadEnvironments(
  queries: QueryClient,
  organizationId: string,
  projectId: string,
): Promise<void> {
  const { environmentsQuery } = await import('../../lib/environments.queries.ts');
  await queries.ensureInfiniteQueryData(environmentsQuery(organizationId, projectId));
}
