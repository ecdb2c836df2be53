import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The texts of each locale that were reviewed since the user's midnight. */
export const reviewsQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['reviews', organizationId, projectId],
    queryFn: async () => {
      const since = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
      return (await api(organizationId).i18n.reviews.get({ projectId, since })).data;
    },
  });

/** Reloads the displayed counts of a project. */
export const forgetCounts = (queries: QueryClient, organizationId: string, projectId: string) =>
  Promise.all(
    ['counts', 'reviews'].map((name) =>
      queries.invalidateQueries({ queryKey: [name, organizationId, projectId] }),
    ),
  );
