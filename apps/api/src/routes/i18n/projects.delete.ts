import { i18nProjectsDelete } from '@parlance/contracts';
import { updateProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentProject } from './project.present.ts';

export const i18nProjectsDeleteRoute = route(
  i18nProjectsDelete,
  async ({ deps, principal, params, request }) => ({
    data: presentProject(
      await updateProject(deps, { ...params, archived: true, principal, address: request.ip }),
    ),
  }),
);
