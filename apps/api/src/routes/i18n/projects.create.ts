import { i18nProjectsCreate } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { createProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentProject } from './project.present.ts';

export const i18nProjectsCreateRoute = route(
  i18nProjectsCreate,
  async ({ deps, principal, body }) => ({
    data: presentProject(await createProject(deps, ownerOf(principal), body)),
  }),
);
