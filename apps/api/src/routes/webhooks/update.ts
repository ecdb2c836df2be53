import { webhooksUpdate } from '@parlance/contracts';
import { updateWebhook } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentWebhook } from './webhook.present.ts';

export const webhooksUpdateRoute = route(
  webhooksUpdate,
  async ({ deps, principal, params, body, request }) => ({
    data: presentWebhook(await updateWebhook(deps, principal, params.webhookId, body, request.ip)),
  }),
);
