import { i18nCommentsReopen } from '@parlance/contracts';
import { decideQuestion } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentComment } from './comment.present.ts';

export const i18nCommentsReopenRoute = route(
  i18nCommentsReopen,
  async ({ deps, principal, params, request }) => {
    const call = { ...params, action: 'reopened', principal, address: request.ip } as const;
    return { data: presentComment(await decideQuestion(deps, call)) };
  },
);
