import type { UsageRow } from '@parlance/contracts';
import { paginatePages } from '@parlance/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { lastDays } from '../../lib/words/days.ts';

export const GROUPS = ['day', 'engine', 'locale', 'project'] as const;
export type Group = (typeof GROUPS)[number];

export const PERIODS = ['7', '30', '90', '365'] as const;
export type Period = (typeof PERIODS)[number];

const ROWS_PER_PAGE = 50;

const firstDayOf = (period: Period): string => lastDays(Number(period))[0]!;

/**
 * Query of the usage, grouped by day or by another column. Days are not divided into pages, because the chart needs all
 * of them.
 */
export const usageQuery = (organizationId: string, group: Group, period: Period) => {
  const from = firstDayOf(period);
  return infiniteQueryOptions({
    queryKey: ['usage', organizationId, group, from],
    queryFn: ({ pageParam }) =>
      api(organizationId).usage.get({
        groupBy: group,
        from,
        ...(group !== 'day' && { limit: ROWS_PER_PAGE }),
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
  });
};

/** Reads all pages of the usage, grouped by a column. */
export async function readUsage(
  organizationId: string,
  groupBy: Group,
  period: Period,
): Promise<UsageRow[]> {
  const query = { groupBy, from: firstDayOf(period) };
  const pages = await Array.fromAsync(paginatePages(api(organizationId).usage.get, query));
  return pages.flatMap(({ series }) => series);
}

export const billingQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['billing', organizationId],
    queryFn: async () => (await api(organizationId).billing.get()).data,
    staleTime: 0,
  });

/** Query of the ledger of the credits, newest first. */
export const ledgerQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ['ledger', organizationId],
    queryFn: async ({ pageParam }) =>
      await api(organizationId).billing.ledger({
        limit: ROWS_PER_PAGE,
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
  });

const LEDGER_ROWS_PER_CALL = 500;

/** Reads all rows of the ledger, newest first. */
export const readLedger = (organizationId: string) =>
  Array.fromAsync(api(organizationId).billing.ledgerAll({ limit: LEDGER_ROWS_PER_CALL }));

/** Creates an order for a pack and returns the page on which the buyer approves it. */
export const startCheckout = async (organizationId: string, packId: string): Promise<string> =>
  (await api(organizationId).billing.checkoutSessions.create({ packId })).data.approveUrl;

/** Interval in milliseconds at which an order with a pending payment is checked. */
const POLL_INTERVAL_MS = 5_000;

/**
 * Query that captures the payment of an order. It is repeated until the payment provider has accepted or refused the
 * payment.
 */
export const captureQuery = (organizationId: string, orderId: string) =>
  queryOptions({
    queryKey: ['capture', organizationId, orderId],
    queryFn: async () =>
      (await api(organizationId).billing.checkoutSessions.capture({ orderId })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_INTERVAL_MS : false),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A row of the usage, with the label under which it is shown. */
export interface NamedRow extends Pick<UsageRow, 'units' | 'billedUnits' | 'memoryHits'> {
  readonly id: string;
  readonly name: string;
}
