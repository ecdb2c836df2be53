import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/**
 * Query of the numbers of texts that were reviewed today, by locale. The day begins at midnight in the user's time
 * zone.
 */
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
    ['counts', 'reviews', 'queue'].map((name) =>
      queries.invalidateQueries({ queryKey: [name, organizationId, projectId] }),
    ),
  );
