import { i18nCommentsMute } from '@parlance/contracts';
import { muteComment } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentComment } from './comment.present.ts';

export const i18nCommentsMuteRoute = route(
  i18nCommentsMute,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...params, ...body, principal, address: request.ip };
    return { data: presentComment(await muteComment(deps, call)) };
  },
);
