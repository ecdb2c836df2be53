import type { Organization } from '@parlance/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const ORGANIZATIONS_SHOWN = 50;
const STALE_MS = 60_000;

/** Query of the user's first organizations. Includes whether there are more. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async () => {
    const { data, meta } = await api().organizations.list({ limit: ORGANIZATIONS_SHOWN });
    return { rows: data, hasMore: meta.nextCursor !== null };
  },
  staleTime: STALE_MS,
});

/** Returns the organization with the slug, if the user is a member. Otherwise returns undefined. */
export async function findOrganization(
  queries: QueryClient,
  slug: string,
): Promise<Organization | undefined> {
  const { rows, hasMore } = await queries.ensureQueryData(organizationsQuery);
  const found = rows.find((one) => one.slug === slug);
  if (found || !hasMore) return found;
  const { data } = await queries.ensureQueryData({
    queryKey: ['organizations', slug],
    queryFn: () => api().organizations.list({ slug }),
    staleTime: STALE_MS,
  });
  return data[0];
}

export const createOrganization = async (name: string) =>
  (await api().organizations.create({ name })).data;

/** Returns an organization of the user by its id. */
export const organizationById = async (organizationId: string): Promise<Organization> =>
  (await api().organizations.get({ organizationId })).data;
