import { i18nCountsGet } from '@parlance/contracts';
import { countValues } from '../../domain/row/count-values.ts';
import { route } from '../../http/route.ts';
import { answerFromRows } from '../../http/row-answer.ts';

export const i18nCountsGetRoute = route(i18nCountsGet, (call) =>
  answerFromRows(call, async (state) => ({
    answer: { data: await countValues(call.deps, state, call.query.locales) },
    isWhole: true,
  })),
);
