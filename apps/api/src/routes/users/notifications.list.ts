import { usersNotificationsList } from '@parlance/contracts';
import { pageQueryOf } from '../../domain/kernel/index.ts';
import { listNotifications } from '../../domain/talk/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentNotification } from './notification.present.ts';

export const usersNotificationsListRoute = route(
  usersNotificationsList,
  async ({ deps: { db }, principal, query }) => {
    const { unread = false } = query;
    const page = await listNotifications(db, principal.id, { unread }, pageQueryOf(query));
    return listAnswer(page, presentNotification);
  },
);
