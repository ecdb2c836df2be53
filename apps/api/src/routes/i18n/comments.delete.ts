import { i18nCommentsDelete } from '@parlance/contracts';
import { deleteComment } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentComment } from './comment.present.ts';

export const i18nCommentsDeleteRoute = route(
  i18nCommentsDelete,
  async ({ deps, principal, params, request }) => {
    const call = { ...params, principal, address: request.ip };
    return { data: presentComment(await deleteComment(deps, call)) };
  },
);
