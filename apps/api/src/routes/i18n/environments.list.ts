import { i18nEnvironmentsList } from '@parlance/contracts';
import { archivablePageQueryOf, ownerOf } from '../../domain/kernel/index.ts';
import { findLatestReleases, getProject, listEnvironments } from '../../domain/project/index.ts';
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
