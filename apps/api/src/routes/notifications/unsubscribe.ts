import { notificationsUnsubscribe } from '@parlance/contracts';
import { unsubscribe } from '../../domain/notification/unsubscribe.ts';
import { route } from '../../http/route.ts';

export const notificationsUnsubscribeRoute = route(
  notificationsUnsubscribe,
  async ({ deps, query }) => {
    await unsubscribe(deps, query.token);
    return { data: {} };
  },
);
