import { webhooksDelete } from '@parlance/contracts';
import { deleteWebhook } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';

export const webhooksDeleteRoute = route(
  webhooksDelete,
  async ({ deps, principal, params, request }) => {
    await deleteWebhook(deps, principal, params.webhookId, request.ip);
    return { data: {} };
  },
);
