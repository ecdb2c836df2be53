import { webhooksRotate } from '@parlance/contracts';
import { rotateWebhook } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentWebhook } from './webhook.present.ts';

export const webhooksRotateRoute = route(
  webhooksRotate,
  async ({ deps, principal, params, request }) => {
    const { row, secret } = await rotateWebhook(deps, principal, params.webhookId, request.ip);
    return { data: { ...presentWebhook(row), secret } };
  },
);
