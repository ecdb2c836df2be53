import { i18nChangesRevert } from '@parlance/contracts';
import { revertChange } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentRevert } from './change.present.ts';

export const i18nChangesRevertRoute = route(
  i18nChangesRevert,
  async ({ deps, principal, params, body, request }) => {
    const { dryRun = false, conflicts = 'skip' } = body;
    const call = { ...params, principal, address: request.ip, dryRun, conflicts };
    return { data: presentRevert(await revertChange(deps, call)) };
  },
);
