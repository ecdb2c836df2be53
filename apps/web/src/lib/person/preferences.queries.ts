import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { mergePatch } from './merge-patch.ts';

/** The settings of the signed-in user. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async () => (await api().users.me.get()).data.preferences,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Number of requested changes. */
let changes = 0;
/** The last requested change. The service receives changes in order. */
let last: Promise<unknown> = Promise.resolve();

/** Changes settings of the user by a JSON merge patch. They apply at once, and are reloaded if the call fails. */
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
    // The answer to an earlier change lacks the later one.
    if (own === changes) queries.setQueryData(preferencesQuery.queryKey, saved);
  } catch (error) {
    await queries.invalidateQueries({ queryKey: preferencesQuery.queryKey });
    throw error;
  }
}
