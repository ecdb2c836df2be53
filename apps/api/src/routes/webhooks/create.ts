import { webhooksCreate } from '@parlance/contracts';
import { createWebhook } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentWebhook } from './webhook.present.ts';

export const webhooksCreateRoute = route(
  webhooksCreate,
  async ({ deps, principal, body, request }) => {
    const { url, events, kind = 'standard', projectIds = null, description = '' } = body;
    const { localeCodes = null, includeTexts = false, digestAt = null } = body;
    const chat = { includeTexts, digestAt };
    const input = { kind, url, events, projectIds, localeCodes, chat, description };
    const { row, secret } = await createWebhook(deps, principal, input, request.ip);
    return { data: { ...presentWebhook(row), secret } };
  },
);
