import { i18nKeysCommentsList } from '@parlance/contracts';
import { getKey } from '../../domain/content/index.ts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { getLocale, getProject, requireLocaleTag } from '../../domain/project/index.ts';
import { findPersonId, listOfKey } from '../../domain/talk/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentComment } from './comment.present.ts';

export const i18nKeysCommentsListRoute = route(
  i18nKeysCommentsList,
  async ({ deps: { db }, principal, params, query }) => {
    const project = await getProject(db, ownerOf(principal), params.projectId);
    const { id: keyId } = await getKey(db, project.id, params.keyId);
    const { localeCode } = query;
    const tag = localeCode && requireLocaleTag(localeCode, 'query/localeCode');
    const localeId = tag ? (await getLocale(db, project.id, tag)).id : null;
    const personId = await findPersonId(db, principal);
    const cell = { keyId, localeId };
    const page = await listOfKey(db, project, personId, cell, pageQueryOf(query));
    return listAnswer(page, presentComment);
  },
);
