import { i18nValuesBulk } from '@parlance/contracts';
import { bulkChangeValues } from '../../domain/editor/index.ts';
import { route } from '../../http/route.ts';
import { presentBulk } from './bulk.present.ts';

export const i18nValuesBulkRoute = route(
  i18nValuesBulk,
  async ({ deps, principal, params, body, request, signal }) => {
    const call = { ...params, principal, address: request.ip };
    const outcome = await bulkChangeValues(deps, call, body, signal);
    return { data: presentBulk(outcome), status: outcome.runId === null ? 200 : 202 };
  },
);
