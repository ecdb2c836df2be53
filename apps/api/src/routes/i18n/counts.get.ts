import { i18nCountsGet } from '@parlance/contracts';
import { countValues } from '../../domain/editor/index.ts';
import { answerFromRows } from '../../http/answer/answer-from-rows.ts';
import { route } from '../../http/route.ts';

export const i18nCountsGetRoute = route(i18nCountsGet, (call) =>
  answerFromRows(call, async (state) => ({
    answer: { data: await countValues(call.deps, call.principal, state, call.query.locales) },
    isWhole: true,
  })),
);
