import { i18nChildrenCreate } from '@parlance/contracts';
import { createChildProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentProject } from './project.present.ts';

export const i18nChildrenCreateRoute = route(
  i18nChildrenCreate,
  async ({ deps, principal, params, body, request }) => ({
    data: presentProject(
      await createChildProject(deps, { ...body, ...params, principal, address: request.ip }),
    ),
  }),
);
