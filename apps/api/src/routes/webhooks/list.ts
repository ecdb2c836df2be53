import { webhooksList } from '@parlance/contracts';
import { pageQueryOf } from '../../domain/kernel/index.ts';
import { listWebhooks } from '../../domain/talk/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentWebhook } from './webhook.present.ts';

export const webhooksListRoute = route(webhooksList, async ({ deps, principal, query }) =>
  listAnswer(
    await listWebhooks(deps.db, principal.organizationId, pageQueryOf(query)),
    presentWebhook,
  ),
);
