import type { QueryClient } from '@tanstack/react-query';

/** Loads the first environments of a project. The query comes with the pages that show them. */
export async function preloadEnvironments(
  queries: QueryClient,
  organizationId: string,
  projectId: string,
): Promise<void> {
  const { environmentsQuery } = await import('../../lib/environments.queries.ts');
  await queries.ensureInfiniteQueryData(environmentsQuery(organizationId, projectId));
}
