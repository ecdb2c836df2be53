import { createRoute, Outlet } from '@tanstack/react-router';
import { organizationRoute } from './organization.route.tsx';

/** Everything of one project. */
export const projectRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'p/$project',
  component: Outlet,
});

/** The ids that the pages of a project take. */
export const useProjectProps = (): { organizationId: string; projectId: string } => ({
  organizationId: organizationRoute.useRouteContext().organization.id,
  projectId: projectRoute.useParams().project,
});
