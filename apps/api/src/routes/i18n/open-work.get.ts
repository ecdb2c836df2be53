import { i18nOpenWorkGet } from '@parlance/contracts';
import { countOpenWork } from '../../domain/comment/open-work.store.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { route } from '../../http/route.ts';

export const i18nOpenWorkGetRoute = route(
  i18nOpenWorkGet,
  async ({ deps: { db }, principal, params }) => {
    const { id } = await getProject(db, ownerOf(principal), params.projectId);
    const rows = (await countOpenWork(db, [id])).get(id) ?? [];
    return {
      data: rows.map(({ locale, questions, proposals }) => ({
        ...{ localeCode: locale, questions, proposals },
      })),
    };
  },
);
