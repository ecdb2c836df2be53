import { i18nKeysBulk } from '@parlance/contracts';
import { bulkChangeKeys } from '../../domain/editor/index.ts';
import { route } from '../../http/route.ts';
import { presentBulk } from './bulk.present.ts';

export const i18nKeysBulkRoute = route(
  i18nKeysBulk,
  async ({ deps, principal, params, body, request, signal }) => {
    const call = { ...params, principal, address: request.ip };
    const outcome = await bulkChangeKeys(deps, call, body, signal);
    return { data: presentBulk(outcome), status: outcome.runId === null ? 200 : 202 };
  },
);
