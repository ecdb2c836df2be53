import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { mergePatch } from './merge-patch.ts';

/** The settings of the signed-in user. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async () => (await api().users.me.get()).data.preferences,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Number of changes that were asked for. */
let changes = 0;
/** The change that was asked for last. The service gets them in their order. */
let last: Promise<unknown> = Promise.resolve();

/** Changes settings of the user by a JSON merge patch. They are shown at once, and read again if the call fails. */
export async function prefer(queries: QueryClient, change: Record<string, unknown>): Promise<void> {
  const own = ++changes;
  queries.setQueryData(preferencesQuery.queryKey, (known) => known && mergePatch(known, change));
  const before = last;
  const sent = (async () => {
    await before.catch(() => null);
    return (await api().users.me.update({ preferences: change })).data.preferences;
  })();
  last = sent;
  try {
    const saved = await sent;
    // An answer to an earlier change does not know the later one.
    if (own === changes) queries.setQueryData(preferencesQuery.queryKey, saved);
  } catch (error) {
    await queries.invalidateQueries({ queryKey: preferencesQuery.queryKey });
    throw error;
  }
}
