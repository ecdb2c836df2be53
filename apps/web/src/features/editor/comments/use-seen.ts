import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { markRead, unreadQuery } from '../../../lib/inbox.queries.ts';

const subscribe = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/** Marks the notifications of threads as read while the threads are visible. */
export function useSeen(threadIds: readonly string[]): void {
  const queries = useQueryClient();
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const { data: unread = 0 } = useQuery(unreadQuery);
  const ids = isVisible ? threadIds.join() : '';
  useEffect(() => {
    if (ids === '' || unread === 0) return;
    // If the call fails, the notifications stay unread in the inbox.
    void markRead(queries, { threadIds: ids.split(',') }).catch(() => {});
  }, [ids, unread, queries]);
}
