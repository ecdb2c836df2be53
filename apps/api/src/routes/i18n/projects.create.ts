import { i18nProjectsCreate } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { createProject } from '../../domain/project/create-project.ts';
import { route } from '../../http/route.ts';
import { presentProject } from './project.present.ts';

export const i18nProjectsCreateRoute = route(
  i18nProjectsCreate,
  async ({ deps, principal, body }) => ({
    data: presentProject(await createProject(deps, ownerOf(principal), body)),
  }),
);
