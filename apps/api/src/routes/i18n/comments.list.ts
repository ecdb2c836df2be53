import { i18nCommentsList } from '@parlance/contracts';
import { listThreads } from '../../domain/comment/comment-view.store.ts';
import { getLocale } from '../../domain/locale/locale.store.ts';
import { requireLocaleTag } from '../../domain/locale/locale-tag.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { findPersonId } from '../../domain/proposal/person.store.ts';
import { localesWithQuestions } from '../../domain/queue/locales-with-questions.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentComment } from './comment.present.ts';

export const i18nCommentsListRoute = route(
  i18nCommentsList,
  async ({ deps: { db }, principal, params, query }) => {
    const project = await getProject(db, ownerOf(principal), params.projectId);
    const { state = null, localeCode, mentions, author, waiting, about } = query;
    const tag = localeCode && requireLocaleTag(localeCode, 'query/localeCode');
    const localeId = tag ? (await getLocale(db, project.id, tag)).id : null;
    const filter = {
      ...{ state, localeId, isAboutKey: about === 'key' },
      ...{ mentionsPerson: mentions === 'me', isOwn: author === 'me' },
      waitingIn: waiting === 'me' ? await localesWithQuestions(db, principal, project) : null,
    };
    const personId = await findPersonId(db, principal);
    const page = await listThreads(db, project, personId, filter, pageQueryOf(query));
    return listAnswer(page, presentComment);
  },
);
