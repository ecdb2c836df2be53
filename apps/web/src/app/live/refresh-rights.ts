import type { QueryClient } from '@tanstack/react-query';
import { findOrganization } from '../../features/organizations/organizations.queries.ts';

/**
 * Reloads the role, the locales and the grants of the user. If they have changed, renders the open page again. If the
 * user no longer sees the project, removes all data of the project from the cache.
 */
export async function refreshRights(
  queries: QueryClient,
  { org, projectId }: { org: string; projectId: string },
  showAgain: () => Promise<void>,
): Promise<void> {
  const before = await findOrganization(queries, org);
  await queries.invalidateQueries({ queryKey: ['organizations'], refetchType: 'all' });
  const now = await findOrganization(queries, org);
  if (JSON.stringify(before) === JSON.stringify(now)) return;
  const isSeen =
    now && (now.role !== 'guest' || now.grants.some((grant) => grant.projectId === projectId));
  if (!isSeen) queries.removeQueries({ predicate: ({ queryKey }) => queryKey[2] === projectId });
  await showAgain();
}
