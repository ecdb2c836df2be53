import { i18nRowsList } from '@parlance/contracts';
import { pageRows } from '../../domain/editor/index.ts';
import { answerFromRows } from '../../http/answer/answer-from-rows.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentRow } from './row.present.ts';

export const i18nRowsListRoute = route(i18nRowsList, (call) =>
  answerFromRows(call, async (state) => {
    const page = await pageRows(call.deps, call.principal, state, call.query, call.signal);
    return { answer: listAnswer(page, presentRow), isWhole: page.isWhole };
  }),
);
