import { RIGHTS, RIGHTS_OF_ROLE, usersMeAccess } from '@parlance/contracts';
import { membershipOf, ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';

export const usersMeAccessRoute = route(usersMeAccess, async ({ deps, principal, query }) => {
  const { projectId } = query;
  if (projectId !== undefined) await getProject(deps.db, ownerOf(principal), projectId);
  const membership = membershipOf(principal);
  return {
    data: {
      role: membership?.role ?? null,
      localeCodes: membership?.locales ? [...membership.locales] : null,
      scopes: [...principal.scopes],
      rights: [...(membership ? RIGHTS_OF_ROLE[membership.role] : RIGHTS)],
    },
  };
});
