import { notificationsUnsubscribe } from '@parlance/contracts';
import { unsubscribe } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';

export const notificationsUnsubscribeRoute = route(
  notificationsUnsubscribe,
  async ({ deps, query }) => {
    await unsubscribe(deps, query.token);
    return { data: {} };
  },
);
