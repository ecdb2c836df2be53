import { i18nBulkRunsCancel } from '@parlance/contracts';
import { cancelBulk } from '../../domain/editor/index.ts';
import { route } from '../../http/route.ts';
import { presentBulkRun } from './bulk.present.ts';

export const i18nBulkRunsCancelRoute = route(
  i18nBulkRunsCancel,
  async ({ deps, principal, params }) => ({
    data: presentBulkRun(await cancelBulk(deps, principal, params)),
  }),
);
