import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { localeName } from '../../lib/locale/locale-name.ts';

export const PROJECTS_PER_PAGE = 50;

/** Query of the projects of an organization, with the progress of their locales. */
export const projectsQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ['projects', organizationId],
    queryFn: ({ pageParam }) =>
      api(organizationId).dashboard.projects({
        limit: PROJECTS_PER_PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });

export const projectQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['project', organizationId, projectId],
    queryFn: async () => (await api(organizationId).i18n.projects.get({ projectId })).data,
  });

export const localesQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['locales', organizationId, projectId],
    queryFn: async () =>
      await Array.fromAsync(api(organizationId).i18n.locales.listAll({ projectId }), (locale) => ({
        ...locale,
        name: localeName(locale),
      })),
  });

export const addLocale = (organizationId: string, projectId: string, code: string) =>
  api(organizationId).i18n.locales.create({ projectId, code });

/** Removes a locale that has no values. */
export const removeLocale = (organizationId: string, projectId: string, localeCode: string) =>
  api(organizationId).i18n.locales.delete({ projectId, localeCode, purge: true });

export const enableLocale = (
  organizationId: string,
  projectId: string,
  locale: { localeCode: string; enabled: boolean },
) => api(organizationId).i18n.locales.update({ projectId, ...locale });

const ENTRIES_PER_PAGE = 10;

/** Query of the imports, releases and translation jobs of all projects, newest first. */
export const activityQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ['activity', organizationId],
    queryFn: ({ pageParam }) =>
      api(organizationId).dashboard.activity({
        limit: ENTRIES_PER_PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
  });
