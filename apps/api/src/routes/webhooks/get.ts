import { webhooksGet } from '@parlance/contracts';
import { requireWebhook } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentWebhook } from './webhook.present.ts';

export const webhooksGetRoute = route(webhooksGet, async ({ deps, principal, params }) => {
  const ref = { organizationId: principal.organizationId, webhookId: params.webhookId };
  return { data: presentWebhook(await requireWebhook(deps.db, ref)) };
});
