import { webhooksDeliveriesList } from '@parlance/contracts';
import { pageQueryOf } from '../../domain/kernel/index.ts';
import { listDeliveries, requireWebhook } from '../../domain/talk/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentDelivery } from './webhook.present.ts';

export const webhooksDeliveriesListRoute = route(
  webhooksDeliveriesList,
  async ({ deps, principal, params, query }) => {
    const ref = { organizationId: principal.organizationId, webhookId: params.webhookId };
    await requireWebhook(deps.db, ref);
    const page = { ...pageQueryOf(query), status: query.status };
    return listAnswer(await listDeliveries(deps.db, ref, page), presentDelivery);
  },
);
