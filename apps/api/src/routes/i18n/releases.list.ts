import { i18nReleasesList } from '@parlance/contracts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { findEnvironment, getProject } from '../../domain/project/index.ts';
import { listReleases } from '../../domain/release/index.ts';
import { fail } from '../../errors.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentRelease } from './release.present.ts';

export const i18nReleasesListRoute = route(
  i18nReleasesList,
  async ({ deps, principal, params, query }) => {
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    const environment =
      query.environment === undefined
        ? undefined
        : ((await findEnvironment(deps.db, id, query.environment)) ??
          fail('not_found', `The project has no environment ${query.environment}.`));
    const page = { ...pageQueryOf(query), environmentId: environment?.id };
    return listAnswer(await listReleases(deps.db, id, page), presentRelease);
  },
);
