import { organizationsUpdate } from '@parlance/contracts';
import { updateOrganization } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentOrganization } from './organization.present.ts';

export const organizationsUpdateRoute = route(
  organizationsUpdate,
  async ({ deps, principal, params, body, request }) => ({
    data: presentOrganization(
      await updateOrganization(deps, principal, { ...params, ...body }, request.ip),
    ),
  }),
);
