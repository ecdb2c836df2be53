import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const ENTRIES_PER_PAGE = 50;

/** Limits of the list. An empty text is no limit. */
export interface AuditFilter {
  /** Noun of the actions. */
  readonly noun: string;
  /** Id of a member. */
  readonly actor: string;
  /** First day, as `2026-11-24`. */
  readonly from: string;
}

/** The entries of the audit log, newest first. */
export const auditQuery = (organizationId: string, { noun, actor, from }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', organizationId, noun, actor, from],
    queryFn: async ({ pageParam }) =>
      await api(organizationId).auditLog.list({
        limit: ENTRIES_PER_PAGE,
        ...(noun !== '' && { action: noun }),
        ...(actor !== '' && { actor }),
        ...(from !== '' && { from }),
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
  });

/** The members, to filter by. */
export const actorsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId],
    queryFn: async () =>
      await Array.fromAsync(api(organizationId).organizations.members.listAll({ organizationId })),
  });
