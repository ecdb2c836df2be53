import { i18nKeyTreeList } from '@parlance/contracts';
import { pageKeyTree } from '../../domain/editor/index.ts';
import { answerFromRows } from '../../http/answer/answer-from-rows.ts';
import { listAnswer, route } from '../../http/route.ts';

export const i18nKeyTreeListRoute = route(i18nKeyTreeList, (call) =>
  answerFromRows(call, async (state) => {
    const page = await pageKeyTree(call.deps, call.principal, state, call.query);
    const answer = listAnswer(page, ({ segment, key_id, prefix, count }) => ({
      segment,
      keyId: key_id,
      prefix,
      count,
    }));
    return { answer, isWhole: true };
  }),
);
