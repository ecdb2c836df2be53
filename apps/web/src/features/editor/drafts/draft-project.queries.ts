import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The project of a draft, for its name. A person may have left its organization since. */
export const draftProjectQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['project', organizationId, projectId],
    queryFn: async () => (await api(organizationId).i18n.projects.get({ projectId })).data,
    retry: false,
  });
