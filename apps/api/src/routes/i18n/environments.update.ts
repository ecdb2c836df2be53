import { i18nEnvironmentsUpdate } from '@parlance/contracts';
import { updateEnvironment } from '../../domain/edit/update-environment.ts';
import { findLatestReleases } from '../../domain/release/release.store.ts';
import { route } from '../../http/route.ts';
import { presentEnvironment } from './environment.present.ts';

export const i18nEnvironmentsUpdateRoute = route(
  i18nEnvironmentsUpdate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...body, ...params, principal, address: request.ip };
    const row = await updateEnvironment(deps, call);
    const latest = await findLatestReleases(deps.db, row.project_id, [row.id]);
    return { data: presentEnvironment(row, latest.get(row.id)) };
  },
);
