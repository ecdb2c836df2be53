import { i18nProjectsUpdate } from '@parlance/contracts';
import { updateProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentProject } from './project.present.ts';

export const i18nProjectsUpdateRoute = route(
  i18nProjectsUpdate,
  async ({ deps, principal, params, body, request }) => ({
    data: presentProject(
      await updateProject(deps, { ...body, ...params, principal, address: request.ip }),
    ),
  }),
);
