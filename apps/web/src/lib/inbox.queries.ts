import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { live } from './live.ts';
import { pagedQuery } from './paged-query.ts';

/** Interval in milliseconds at which the number of unread notifications is reloaded if no events arrive. */
const POLL_INTERVAL_MS = 60_000;

/** Query of the number of unread notifications of the signed-in user. */
export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async () => (await api().users.notifications.count()).data.unread,
  refetchInterval: () => (live.isReading() ? false : POLL_INTERVAL_MS),
});

/** Query of the notifications of the signed-in user in all organizations, newest first. */
export const inboxQuery = (unread: boolean) => ({
  ...pagedQuery(['inbox', unread], (page) => api().users.notifications.list({ ...page, unread })),
  staleTime: 0,
});

/** Selects notifications to mark as read: by their ids, by their threads, or all up to the id of a notification. */
type Read = { ids: string[] } | { threadIds: string[] } | { upTo: string };

/** Marks notifications as read. Updates the number of unread notifications and the inbox immediately. */
export async function markRead(queries: QueryClient, what: Read): Promise<void> {
  const { data } = await api().users.notifications.read(what);
  await setUnread(queries, data.unread);
}

/** Updates the displayed number of unread notifications, and reloads the lists of notifications. */
export async function setUnread(queries: QueryClient, unread: number): Promise<void> {
  queries.setQueryData(unreadQuery.queryKey, unread);
  await queries.invalidateQueries({ queryKey: ['inbox'] });
}
