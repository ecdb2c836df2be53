import { useParams } from '@tanstack/react-router';
import { membershipIn, type OwnMembership } from '../../lib/person/role.ts';
import { organizationRoute } from './organization.route.tsx';

/** Returns the role and the locales of the user in the open project, or else in the organization. */
export function useMembership(): OwnMembership {
  const { organization } = organizationRoute.useRouteContext();
  const { project } = useParams({ strict: false });
  return project === undefined ? organization : membershipIn(organization, project);
}
