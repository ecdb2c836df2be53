import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { projectQuery } from '../../features/projects/projects.queries.ts';
import { organizationRoute } from './organization.route.tsx';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True for the id of a thing, as opposed to its slug. */
export const isId = (text: string): boolean => ID.test(text);

/** Everything of one project. A slug leads to the address with the id, which events and answers name. */
export const projectRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'p/$project',
  beforeLoad: async ({ context: { queryClient: queries, organization }, params }) => {
    if (isId(params.project)) return;
    const project = await queries.ensureQueryData(projectQuery(organization.id, params.project));
    queries.setQueryData(projectQuery(organization.id, project.id).queryKey, project);
    throw redirect({
      to: '.',
      params: { ...params, project: project.id },
      search: true,
      hash: true,
      replace: true,
    });
  },
  // The frame names the project.
  loader: ({ context: { queryClient: queries, organization }, params }) =>
    queries.ensureQueryData(projectQuery(organization.id, params.project)),
  component: Outlet,
});

/** The ids that the pages of a project take. */
export const useProjectProps = (): { organizationId: string; projectId: string } => ({
  organizationId: organizationRoute.useRouteContext().organization.id,
  projectId: projectRoute.useParams().project,
});
