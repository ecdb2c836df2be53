import { usersNotificationsCount } from '@parlance/contracts';
import { countUnread } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';

export const usersNotificationsCountRoute = route(
  usersNotificationsCount,
  async ({ deps: { db }, principal: { id } }) => {
    return { data: { unread: (await countUnread(db, [id])).get(id)! } };
  },
);
