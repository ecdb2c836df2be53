import { usersNotificationsList } from '@parlance/contracts';
import { listNotifications } from '../../domain/notification/notification.store.ts';
import { pageQueryOf } from '../../domain/paging.ts';
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
