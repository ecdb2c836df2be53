import { i18nCommentsResolve } from '@parlance/contracts';
import { decideQuestion } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentComment } from './comment.present.ts';

export const i18nCommentsResolveRoute = route(
  i18nCommentsResolve,
  async ({ deps, principal, params, request }) => {
    const call = { ...params, action: 'resolved', principal, address: request.ip } as const;
    return { data: presentComment(await decideQuestion(deps, call)) };
  },
);
