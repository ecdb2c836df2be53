import { usersNotificationsRead } from '@parlance/contracts';
import { countUnread, type ReadNotifications, readNotifications } from '../../domain/talk/index.ts';
import { failAt } from '../../errors.ts';
import { route } from '../../http/route.ts';

export const usersNotificationsReadRoute = route(
  usersNotificationsRead,
  async ({ deps: { db, clock }, principal: { id }, body }) => {
    await readNotifications(db, id, whichOf(body), clock.now());
    return { data: { unread: (await countUnread(db, [id])).get(id)! } };
  },
);

function whichOf({
  ids,
  threadIds,
  upTo,
}: {
  ids?: string[];
  threadIds?: string[];
  upTo?: string;
}): ReadNotifications {
  const given = [
    ...(ids ? [{ ids }] : []),
    ...(threadIds ? [{ threadIds }] : []),
    ...(upTo ? [{ upTo }] : []),
  ];
  if (given.length !== 1) failAt('', 'must have exactly one of `ids`, `threadIds` and `upTo`');
  return given[0]!;
}
