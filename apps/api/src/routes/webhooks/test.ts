import { webhooksTest } from '@parlance/contracts';
import { testWebhook } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentDelivery } from './webhook.present.ts';

export const webhooksTestRoute = route(webhooksTest, async ({ deps, principal, params }) => ({
  data: presentDelivery(await testWebhook(deps, principal, params.webhookId)),
}));
