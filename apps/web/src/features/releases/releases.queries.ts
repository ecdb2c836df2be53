import type { Release } from '@parlance/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const PAGE_SIZE = 20;
const CHANGES_SHOWN = 100;

/** The releases of an environment, newest first. */
export const releasesQuery = (organizationId: string, projectId: string, environment: string) =>
  infiniteQueryOptions({
    queryKey: ['releases', organizationId, projectId, environment],
    queryFn: ({ pageParam }) =>
      api(organizationId).i18n.releases.list({
        projectId,
        environment,
        limit: PAGE_SIZE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });

/** What a release would change now, in one locale text by text. */
export const pendingQuery = (
  organizationId: string,
  projectId: string,
  environmentId: string,
  locale?: string,
) =>
  queryOptions({
    queryKey: ['pending', organizationId, projectId, environmentId, locale ?? ''],
    queryFn: async () =>
      (
        await api(organizationId).i18n.environments.pending({
          projectId,
          environmentId,
          ...(locale === undefined ? {} : { locale, limit: CHANGES_SHOWN }),
        })
      ).data,
    gcTime: 0,
  });

export const publish = async (
  organizationId: string,
  release: {
    projectId: string;
    environment: string;
    note?: string;
    failOn?: 'error' | 'warning';
    fromReleaseId?: string;
  },
): Promise<Release> => (await api(organizationId).i18n.releases.create(release)).data;
