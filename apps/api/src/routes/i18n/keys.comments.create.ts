import { i18nKeysCommentsCreate } from '@parlance/contracts';
import { requireLocaleTag } from '../../domain/project/index.ts';
import { createComment } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentComment } from './comment.present.ts';

export const i18nKeysCommentsCreateRoute = route(
  i18nKeysCommentsCreate,
  async ({ deps, principal, params, body, request }) => {
    const { text, kind = 'comment', localeCode, threadId = null } = body;
    const localeTag = localeCode === undefined ? null : requireLocaleTag(localeCode, '/localeCode');
    const call = { ...params, text, kind, localeTag, threadId, principal, address: request.ip };
    return { data: presentComment(await createComment(deps, call)) };
  },
);
