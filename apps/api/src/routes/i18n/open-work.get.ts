import { i18nOpenWorkGet } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { countOpenWork } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';

export const i18nOpenWorkGetRoute = route(
  i18nOpenWorkGet,
  async ({ deps: { db }, principal, params }) => {
    const { id } = await getProject(db, ownerOf(principal), params.projectId);
    const rows = (await countOpenWork(db, [id])).get(id) ?? [];
    return {
      data: rows.map(({ locale, questions, proposals }) => ({
        localeCode: locale,
        questions,
        proposals,
      })),
    };
  },
);
