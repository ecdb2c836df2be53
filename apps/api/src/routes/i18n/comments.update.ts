import { i18nCommentsUpdate } from '@parlance/contracts';
import { editComment } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentComment } from './comment.present.ts';

export const i18nCommentsUpdateRoute = route(
  i18nCommentsUpdate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...params, ...body, principal, address: request.ip };
    return { data: presentComment(await editComment(deps, call)) };
  },
);
