import { i18nRowIndexGet } from '@parlance/contracts';
import { viewRowIndex } from '../../domain/editor/index.ts';
import { answerFromRows } from '../../http/answer/answer-from-rows.ts';
import { route } from '../../http/route.ts';

export const i18nRowIndexGetRoute = route(i18nRowIndexGet, (call) =>
  answerFromRows(call, async (state) => {
    const { deps, principal, query, signal } = call;
    const index = await viewRowIndex(deps, principal, state, query, { signal });
    const { keyIds, ...rest } = index;
    const isComplete = index.nextCursor === null;
    const data = { ...rest, revision: state.revision, isComplete, ...(keyIds && { keyIds }) };
    return { answer: { data }, isWhole: isComplete };
  }),
);
