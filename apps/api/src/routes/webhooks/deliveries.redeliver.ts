import { webhooksDeliveriesRedeliver } from '@parlance/contracts';
import { redeliver } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentDelivery } from './webhook.present.ts';

export const webhooksDeliveriesRedeliverRoute = route(
  webhooksDeliveriesRedeliver,
  async ({ deps, principal, params }) => ({
    data: presentDelivery(await redeliver(deps, principal, params)),
  }),
);
