import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { pagedQuery, searchOf } from './paged-query.ts';

/** Number of environments on a page. It is small because the page loads the releases of each environment. */
const ENVIRONMENTS_PER_PAGE = 10;

/** Query of the environments of a project whose name or slug contains the text, oldest first. */
export const environmentsQuery = (organizationId: string, projectId: string, q = '') =>
  pagedQuery(['environments', organizationId, projectId, q], (page) =>
    api(organizationId).i18n.environments.list({
      ...page,
      ...searchOf(q),
      projectId,
      limit: ENVIRONMENTS_PER_PAGE,
    }),
  );

/** Query of the environment with a slug. Null if there is none. */
export const environmentQuery = (organizationId: string, projectId: string, slug: string) =>
  queryOptions({
    queryKey: ['environments', organizationId, projectId, 'slug', slug],
    queryFn: async () => {
      const { environments } = api(organizationId).i18n;
      return (await environments.list({ projectId, slug })).data[0] ?? null;
    },
  });
