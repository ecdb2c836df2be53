import { i18nKeysCommentsList } from '@parlance/contracts';
import { listOfKey } from '../../domain/comment/comment-view.store.ts';
import { getKey } from '../../domain/key/key.store.ts';
import { getLocale } from '../../domain/locale/locale.store.ts';
import { requireLocaleTag } from '../../domain/locale/locale-tag.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { findPersonId } from '../../domain/proposal/person.store.ts';
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
    const place = { keyId, localeId };
    const page = await listOfKey(db, project, personId, place, pageQueryOf(query));
    return listAnswer(page, presentComment);
  },
);
