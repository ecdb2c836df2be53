import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, useRouter } from '@tanstack/react-router';
import { organizationsQuery } from '../../features/organizations/organizations.queries.ts';
import { localesQuery, projectQuery } from '../../features/projects/projects.queries.ts';
import { mayDo } from '../../lib/person/role.ts';
import { organizationRoute } from './organization.route.tsx';
import { projectRoute, useProjectProps } from './project.route.tsx';
import { deliveryOf, showProjectDelivery } from './show-delivery.tsx';
import { useDenial } from './use-denial.tsx';
import { useMembership } from './use-membership.ts';
import { withPage } from './with-page.ts';

const LazyProjectSettingsPage = lazyRouteComponent(
  () => import('../../features/settings/project-settings.page.tsx'),
  'ProjectSettingsPage',
);

const LazyProjectPeople = lazyRouteComponent(
  () => import('../../features/people/project-people.tsx'),
  'ProjectPeople',
);

export const projectSettingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  loader: ({ context: { queryClient: queries, organization }, params }) =>
    Promise.all([
      queries.ensureQueryData(projectQuery(organization.id, params.project)),
      queries.ensureQueryData(localesQuery(organization.id, params.project)),
    ]),
  component: withPage(LazyProjectSettingsPage, function ProjectSettings() {
    const { role } = useMembership();
    const isManager = mayDo(
      organizationRoute.useRouteContext().organization.role,
      'admin:api-keys',
    );
    const { organizationId, projectId } = useProjectProps();
    const { data: project } = useSuspenseQuery(projectQuery(organizationId, projectId));
    const { data: locales } = useSuspenseQuery(localesQuery(organizationId, projectId));
    const navigate = projectSettingsRoute.useNavigate();
    return (
      <LazyProjectSettingsPage
        key={projectId}
        project={project}
        locales={locales}
        denial={useDenial('content')}
        mayRelease={mayDo(role, 'releases:write')}
        delivery={showProjectDelivery(project)}
        deliveryOf={deliveryOf(organizationId, projectId)}
        people={
          isManager ? (
            <LazyProjectPeople organizationId={organizationId} projectId={projectId} />
          ) : null
        }
        onArchived={() => void navigate({ to: '/o/$org' })}
      />
    );
  }),
});

const LazyOrganizationSettingsPage = lazyRouteComponent(
  () => import('../../features/settings/organization-settings.page.tsx'),
  'OrganizationSettingsPage',
);

export const organizationSettingsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'settings',
  loader: async ({ context: { queryClient: queries, organization } }) => {
    const { archivedProjectsQuery } = await import('../../features/settings/settings.queries.ts');
    await queries.ensureInfiniteQueryData(archivedProjectsQuery(organization.id, ''));
  },
  component: withPage(LazyOrganizationSettingsPage, function OrganizationSettings() {
    const { organization } = organizationRoute.useRouteContext();
    const queries = useQueryClient();
    const router = useRouter();
    return (
      <LazyOrganizationSettingsPage
        key={organization.id}
        organization={organization}
        isManager={mayDo(organization.role, 'admin:api-keys')}
        mayWrite={mayDo(organization.role, 'content')}
        delivery={mayDo(organization.role, 'releases:write') ? showProjectDelivery : null}
        onSaved={async ({ slug }) => {
          await queries.refetchQueries(organizationsQuery);
          await router.navigate({ to: '/o/$org/settings', params: { org: slug }, replace: true });
        }}
      />
    );
  }),
});
