import { createRoute, lazyRouteComponent, useNavigate } from '@tanstack/react-router';
import { DashboardPage } from '../../features/projects/dashboard.page.tsx';
import {
  environmentsQuery,
  localesQuery,
  projectQuery,
  projectsQuery,
} from '../../features/projects/projects.queries.ts';
import { queryClient } from '../query-client.ts';
import { organizationRoute } from './organization.route.tsx';
import { projectRoute, useProjectProps } from './project.route.tsx';

const dashboardRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  loader: ({ context }) =>
    context.queryClient.ensureInfiniteQueryData(projectsQuery(context.organization.id)),
  component: function Dashboard() {
    return <DashboardPage organization={organizationRoute.useRouteContext().organization} />;
  },
});

const LazyNewProjectPage = lazyRouteComponent(
  () => import('../../features/projects/new-project.page.tsx'),
  'NewProjectPage',
);

const newProjectRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'projects/new',
  loader: ({ context }) =>
    context.queryClient.ensureInfiniteQueryData(projectsQuery(context.organization.id)),
  component: function NewProject() {
    const { organization } = organizationRoute.useRouteContext();
    const { pages } = newProjectRoute.useLoaderData();
    const navigate = useNavigate();
    return (
      <LazyNewProjectPage
        organizationId={organization.id}
        isFirst={pages[0]?.data.length === 0}
        onCreated={async (project: string) => {
          await queryClient.invalidateQueries({ queryKey: ['projects', organization.id] });
          await navigate({
            to: '/o/$org/p/$project/locales',
            params: { org: organization.slug, project },
          });
        }}
      />
    );
  },
});

const LazyOverviewPage = lazyRouteComponent(
  () => import('../../features/projects/overview.page.tsx'),
  'OverviewPage',
);

const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  loader: ({ context: { queryClient: queries, organization }, params }) =>
    Promise.all([
      queries.ensureQueryData(projectQuery(organization.id, params.project)),
      queries.ensureQueryData(localesQuery(organization.id, params.project)),
      queries.ensureQueryData(environmentsQuery(organization.id, params.project)),
    ]),
  component: function Overview() {
    return <LazyOverviewPage {...useProjectProps()} />;
  },
});

const LazyLocalesPage = lazyRouteComponent(
  () => import('../../features/projects/locales.page.tsx'),
  'LocalesPage',
);

const localesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'locales',
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(localesQuery(context.organization.id, params.project)),
  component: function Locales() {
    return <LazyLocalesPage {...useProjectProps()} />;
  },
});

const LazySettingsPage = lazyRouteComponent(
  () => import('../../features/projects/settings.page.tsx'),
  'SettingsPage',
);

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(projectQuery(context.organization.id, params.project)),
  component: function Settings() {
    return <LazySettingsPage {...useProjectProps()} />;
  },
});

/** Pages of an organization: its projects. */
export const projectsRoutes = [dashboardRoute, newProjectRoute] as const;

/** Pages of one project that show the project itself. */
export const projectRoutes = [overviewRoute, localesRoute, settingsRoute] as const;
