import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { live } from '../../lib/live.ts';
import type { WindowReader } from './grid/store/slot.ts';
import { withNamesBelow } from './query/query-state.ts';

export interface RowQuery {
  readonly organizationId: string;
  readonly projectId: string;
  readonly locales: readonly string[];
  /** Text in the query language of the editor. */
  readonly query: string;
}

/** Returns the functions that read the rows of a query. */
export function rowReader({ organizationId, projectId, locales, query }: RowQuery): WindowReader {
  const { rows, rowIndex } = api(organizationId).i18n;
  const asked = { projectId, locales: [...locales] };
  const filter = query.trim() === '' ? {} : { query };
  return {
    readIndex: async (place, signal) =>
      (await rowIndex.get({ ...asked, ...filter, ...place }, { signal })).data,
    readRows: async (place, signal) =>
      (
        await rows.list(
          'cursor' in place
            ? { ...asked, ...filter, ...place, limit: 200 }
            : { ...asked, keyIds: [...place.keyIds], limit: 200 },
          { signal },
        )
      ).data,
  };
}

/** Returns the row of a key, even if it does not match the query. Returns null if the key does not exist. */
export const findRow = async (
  { organizationId, projectId, locales }: Omit<RowQuery, 'query'>,
  key: { keyId: string } | { name: string },
) => {
  const place =
    'keyId' in key
      ? { keyIds: [key.keyId] }
      : { query: `key:${JSON.stringify(key.name)}`, limit: 1 };
  const { data } = await api(organizationId).i18n.rows.list({
    projectId,
    locales: [...locales],
    ...place,
  });
  return data[0] ?? null;
};

/** Interval in milliseconds at which counts are reloaded if no events arrive. */
const POLL_INTERVAL_MS = 15_000;
const NEIGHBORS = 2;

/** Query of the rows before and after a row in the order of the file. They need not match the query of the editor. */
export const neighborsQuery = (
  { organizationId, projectId, locales }: Omit<RowQuery, 'query'>,
  keyId: string,
) =>
  queryOptions({
    queryKey: ['neighbors', organizationId, projectId, locales, keyId],
    queryFn: async ({ signal }) => {
      const place = { projectId, locales: [...locales], around: keyId, limit: 2 * NEIGHBORS + 1 };
      const { data } = await api(organizationId).i18n.rows.list(place, { signal });
      return data.filter((row) => row.keyId !== keyId);
    },
  });

/** Numbers of values by state and by finding. */
export const countsQuery = (
  organizationId: string,
  projectId: string,
  locales: readonly string[],
) =>
  queryOptions({
    queryKey: ['counts', organizationId, projectId, locales],
    queryFn: async () =>
      (await api(organizationId).i18n.counts.get({ projectId, locales: [...locales] })).data,
    enabled: locales.length > 0,
    refetchInterval: () => (live.isLive(projectId) ? false : POLL_INTERVAL_MS),
  });

/** The versions of a value, newest first. */
export const historyQuery = (
  organizationId: string,
  projectId: string,
  { id: valueId, version }: { id: string; version: number },
) =>
  queryOptions({
    queryKey: ['history', organizationId, projectId, valueId, version],
    queryFn: async () => {
      const { data, meta } = await api(organizationId).i18n.history.list({
        projectId,
        valueId,
        limit: 50,
      });
      const { nextCursor, olderDeleted } = meta;
      const isWhole = nextCursor === null && !olderDeleted;
      return { versions: data, isWhole, olderDeleted };
    },
  });

/** For a query of rows without a result, finds a similar query that has rows. Null if there is no such query. */
export const similarQuery = ({ query, ...rows }: RowQuery) =>
  queryOptions({
    queryKey: ['similar-query', rows, query],
    queryFn: async ({ signal }) => {
      for (const similar of withNamesBelow(query)) {
        const { readIndex } = rowReader({ ...rows, query: similar });
        const { total } = await readIndex({}, signal);
        if (total > 0) return { query: similar, total };
      }
      return null;
    },
  });
