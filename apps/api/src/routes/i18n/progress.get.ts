import { i18nProgressGet } from '@parlance/contracts';
import { viewDailyProgress } from '../../domain/dashboard/daily-progress.ts';
import { ownerOf } from '../../domain/principal.ts';
import { route } from '../../http/route.ts';

export const i18nProgressGetRoute = route(
  i18nProgressGet,
  async ({ deps, principal, params, query }) => ({
    data: await viewDailyProgress(deps, ownerOf(principal), { ...params, ...query }),
  }),
);
