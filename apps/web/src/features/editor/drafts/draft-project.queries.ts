import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Reads the name of a draft's project. The user may have left its organization since. */
export const draftProjectQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['project', organizationId, projectId],
    queryFn: async () => (await api(organizationId).i18n.projects.get({ projectId })).data,
    retry: false,
  });
