import { i18nCommentsList } from '@parlance/contracts';
import { localesWithQuestions } from '../../domain/editor/index.ts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { getLocale, getProject, requireLocaleTag } from '../../domain/project/index.ts';
import { findPersonId, listThreads } from '../../domain/talk/index.ts';
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
      state,
      localeId,
      isAboutKey: about === 'key',
      mentionsPerson: mentions === 'me',
      isOwn: author === 'me',
      waitingIn: waiting === 'me' ? await localesWithQuestions(db, principal, project) : null,
    };
    const personId = await findPersonId(db, principal);
    const page = await listThreads(db, project, personId, filter, pageQueryOf(query));
    return listAnswer(page, presentComment);
  },
);
