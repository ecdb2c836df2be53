import { i18nEnvironmentsList } from '@parlance/contracts';
import { listEnvironments } from '../../domain/environment/environment.store.ts';
import { findLatestReleases } from '../../domain/environment/environment-release.store.ts';
import { archivablePageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentEnvironment } from './environment.present.ts';

export const i18nEnvironmentsListRoute = route(
  i18nEnvironmentsList,
  async ({ deps, principal, params, query }) => {
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { q, slug } = query;
    const filter = { ...archivablePageQueryOf(query), ...(q && { q }), ...(slug && { slug }) };
    const environments = await listEnvironments(deps.db, id, filter);
    const latest = await findLatestReleases(
      deps.db,
      id,
      environments.rows.map((row) => row.id),
    );
    return listAnswer(environments, (row) => presentEnvironment(row, latest.get(row.id)));
  },
);
