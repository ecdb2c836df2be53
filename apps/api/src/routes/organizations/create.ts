import { organizationsCreate } from '@parlance/contracts';
import { createOrganization } from '../../domain/people/index.ts';
import { fail } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { presentOrganization } from './organization.present.ts';

export const organizationsCreateRoute = route(
  organizationsCreate,
  async ({ deps, principal, body, request }) => {
    if (principal.type !== 'user') {
      fail(
        'session_required',
        'API keys cannot create organizations. Sign in and send the session cookie.',
      );
    }
    const input = { name: body.name, slug: body.slug ?? null };
    const row = await createOrganization(deps, principal, input, request.ip);
    return { data: presentOrganization(row) };
  },
);
