import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { mergePatch } from './merge-patch.ts';

/** Query of the preferences of the signed-in user. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async () => (await api().users.me.get()).data.preferences,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Number of changes that were sent to the service. */
let changes = 0;
/**
 * The last change that was sent. A change is sent only after the previous one has ended, so that the service receives
 * the changes in order.
 */
let last: Promise<unknown> = Promise.resolve();

/**
 * Changes preferences of the user by a JSON merge patch. The change is visible at once. If the request fails, the
 * preferences are reloaded.
 */
export async function prefer(queries: QueryClient, change: Record<string, unknown>): Promise<void> {
  const changeNumber = ++changes;
  queries.setQueryData(
    preferencesQuery.queryKey,
    (cachedPreferences) => cachedPreferences && mergePatch(cachedPreferences, change),
  );
  const before = last;
  const sent = (async () => {
    await before.catch(() => null);
    return (await api().users.me.update({ preferences: change })).data.preferences;
  })();
  last = sent;
  try {
    const saved = await sent;
    // If another change was sent in the meantime, the response does not contain it and is ignored.
    if (changeNumber === changes) queries.setQueryData(preferencesQuery.queryKey, saved);
  } catch (error) {
    await queries.invalidateQueries({ queryKey: preferencesQuery.queryKey });
    throw error;
  }
}
