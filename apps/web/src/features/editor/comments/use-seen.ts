import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { inboxQuery, markRead, unreadQuery } from '../../../lib/inbox.queries.ts';
import { rowsOf } from '../../../lib/paged-query.ts';

const subscribe = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/** Marks the notifications of threads as read while the threads are in sight. */
export function useSeen(threadIds: readonly string[]): void {
  const queries = useQueryClient();
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const { data: unread = 0 } = useQuery(unreadQuery);
  const list = useInfiniteQuery({
    ...inboxQuery(true),
    enabled: isVisible && unread > 0 && threadIds.length > 0,
  });
  const seen = rowsOf(list).filter(({ threadId }) => threadIds.includes(threadId));
  const ids = unread > 0 && isVisible ? seen.map(({ id }) => id).join() : '';
  useEffect(() => {
    if (ids === '') return;
    // If the call fails, the notifications stay unread in the inbox.
    void markRead(queries, { ids: ids.split(',') }).catch(() => {});
  }, [ids, queries]);
}
