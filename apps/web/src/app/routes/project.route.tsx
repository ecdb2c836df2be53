import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { projectQuery } from '../../features/projects/projects.queries.ts';
import { organizationRoute } from './organization.route.tsx';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True for an id, false for a slug. */
export const isId = (text: string): boolean => ID.test(text);

/** The pages of one project. A slug in the address is replaced by the id, which events and responses contain. */
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
  // Loads the project, because the frame shows its name.
  loader: ({ context: { queryClient: queries, organization }, params }) =>
    queries.ensureQueryData(projectQuery(organization.id, params.project)),
  component: Outlet,
});

/** Returns the ids that the pages of a project need. */
export const useProjectProps = (): { organizationId: string; projectId: string } => ({
  organizationId: organizationRoute.useRouteContext().organization.id,
  projectId: projectRoute.useParams().project,
});
