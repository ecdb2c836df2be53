import { i18nProgressGet } from '@parlance/contracts';
import { viewDailyProgress } from '../../domain/editor/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { route } from '../../http/route.ts';

export const i18nProgressGetRoute = route(
  i18nProgressGet,
  async ({ deps, principal, params, query }) => ({
    data: await viewDailyProgress(deps, ownerOf(principal), { ...params, ...query }),
  }),
);
