import type { ChangeKind } from '@parlance/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const CHANGES_PER_PAGE = 30;
const ITEMS_PER_PAGE = 50;
/** Number of keys and values that the list of changes shows for each change. */
const ITEMS_LISTED = 2;
/** Interval in milliseconds at which the list of changes is reloaded while a change is not finished. */
const POLL_INTERVAL_MS = 2_000;

/** Filters of the list of changes. */
export interface ChangeFilter {
  readonly kind?: ChangeKind | undefined;
  /** Part of the name of the user or API key that made the changes. */
  readonly by?: string | undefined;
  readonly locale?: string | undefined;
  /** First day to show, such as `2026-11-24`. `to` is the last day. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const paged = (pageParam: string | null) => (pageParam === null ? {} : { cursor: pageParam });

/** The changes of a project, newest first. */
export const changesQuery = (
  organizationId: string,
  projectId: string,
  { kind, by, locale, from, to }: ChangeFilter,
) =>
  infiniteQueryOptions({
    queryKey: ['changes', organizationId, projectId, kind, by, locale, from, to],
    queryFn: async ({ pageParam }) =>
      await api(organizationId).i18n.changes.list({
        projectId,
        limit: CHANGES_PER_PAGE,
        items: ITEMS_LISTED,
        ...(kind && { kind }),
        ...(by && { by }),
        ...(locale && { locale }),
        ...(from && { from }),
        ...(to && { to }),
        ...paged(pageParam),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some((one) => one.state === 'running'))
        ? POLL_INTERVAL_MS
        : false,
  });

export const changeQuery = (organizationId: string, projectId: string, changeId: string) =>
  queryOptions({
    queryKey: ['change', organizationId, projectId, changeId],
    queryFn: async () => (await api(organizationId).i18n.changes.get({ projectId, changeId })).data,
    staleTime: 0,
  });

/** Query of the keys and values of a change, with the effects of the change on them. */
export const changeItemsQuery = (organizationId: string, projectId: string, changeId: string) =>
  infiniteQueryOptions({
    queryKey: ['change-items', organizationId, projectId, changeId],
    queryFn: async ({ pageParam }) =>
      await api(organizationId).i18n.changes.values({
        projectId,
        changeId,
        limit: ITEMS_PER_PAGE,
        ...paged(pageParam),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });

/** Query of the effect of reverting a change. */
export const revertPreviewQuery = (organizationId: string, projectId: string, changeId: string) =>
  queryOptions({
    queryKey: ['revert', organizationId, projectId, changeId],
    queryFn: async () => {
      const { changes } = api(organizationId).i18n;
      return (await changes.revert({ projectId, changeId, dryRun: true })).data;
    },
    staleTime: 0,
  });

export const revertChange = async (organizationId: string, projectId: string, changeId: string) =>
  (await api(organizationId).i18n.changes.revert({ projectId, changeId })).data;
