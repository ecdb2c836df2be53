import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  localesQuery,
  projectQuery,
  projectsQuery,
} from '../../features/projects/projects.queries.ts';
import { restrictSearch } from '../../lib/address/restrict-search.ts';
import type { NewProjectAddress } from '../first-run/new-project.page.tsx';
import { useUndo } from './changes.routes.tsx';
import { preloadEnvironments } from './environments.ts';
import { organizationRoute } from './organization.route.tsx';
import { projectRoute, useProjectProps } from './project.route.tsx';
import { useDenial } from './use-denial.tsx';
import { withPage } from './with-page.ts';

const LazyDashboardPage = lazyRouteComponent(
  () => import('../../features/projects/dashboard.page.tsx'),
  'DashboardPage',
);

const LazyQueueSection = lazyRouteComponent(
  () => import('../../features/queue/queue-section.tsx'),
  'QueueSection',
);

const dashboardRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureInfiniteQueryData(projectsQuery(context.organization.id)),
      LazyQueueSection.preload?.(),
    ]),
  component: withPage(LazyDashboardPage, function Dashboard() {
    const { organization } = organizationRoute.useRouteContext();
    return (
      <LazyDashboardPage
        organization={organization}
        queue={<LazyQueueSection organizationId={organization.id} org={organization.slug} />}
        denial={useDenial('content')}
      />
    );
  }),
});

const LazyNewProjectPage = lazyRouteComponent(
  () => import('../first-run/new-project.page.tsx'),
  'NewProjectPage',
);

const newProjectRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'projects/new',
  validateSearch: restrictSearch(
    (search: Record<string, unknown>): NewProjectAddress =>
      Object.fromEntries(
        ['project', 'import', 'job'].flatMap((name) =>
          typeof search[name] === 'string' ? [[name, search[name]]] : [],
        ),
      ),
  ),
  loader: ({ context }) =>
    context.queryClient.ensureInfiniteQueryData(projectsQuery(context.organization.id)),
  component: withPage(LazyNewProjectPage, function NewProject() {
    const { organization } = organizationRoute.useRouteContext();
    const { pages } = newProjectRoute.useLoaderData();
    const navigate = newProjectRoute.useNavigate();
    const params = { org: organization.slug };
    const address = newProjectRoute.useSearch();
    const others = (pages[0]?.data ?? []).filter(({ id }) => id !== address.project);
    return (
      <LazyNewProjectPage
        organizationId={organization.id}
        denial={useDenial('content')}
        isFirst={others.length === 0}
        address={address}
        onAddress={(search: NewProjectAddress) => navigate({ search })}
        onProject={(project: string) =>
          navigate({ to: '/o/$org/p/$project/locales', params: { ...params, project } })
        }
        onCancelled={() => navigate({ to: '/o/$org', params })}
        onEditor={(project: string, locales: readonly string[], key?: string) =>
          navigate({
            to: '/o/$org/p/$project/editor',
            params: { ...params, project },
            search: { l: locales.join(), ...(key !== undefined && { key }) },
          })
        }
      />
    );
  }),
});

const LazyOverviewPage = lazyRouteComponent(
  () => import('../../features/projects/overview.page.tsx'),
  'OverviewPage',
);

const LazyDemoBanner = lazyRouteComponent(
  () => import('../first-run/demo-banner.tsx'),
  'DemoBanner',
);

const LazyLastImport = lazyRouteComponent(
  () => import('../../features/imports/last-import.tsx'),
  'LastImport',
);
const LazyRunningJobs = lazyRouteComponent(
  () => import('../../features/jobs/running-jobs.tsx'),
  'RunningJobs',
);

const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  loader: ({ context: { queryClient: queries, organization }, params }) =>
    Promise.all([
      queries.ensureQueryData(projectQuery(organization.id, params.project)),
      queries.ensureQueryData(localesQuery(organization.id, params.project)),
      preloadEnvironments(queries, organization.id, params.project),
    ]),
  component: withPage(LazyOverviewPage, function Overview() {
    const props = useProjectProps();
    const undo = useUndo();
    const navigate = overviewRoute.useNavigate();
    return (
      <>
        <LazyDemoBanner
          {...props}
          key={props.projectId}
          onRemoved={() => navigate({ to: '/o/$org', from: '/o/$org' })}
        />
        <LazyOverviewPage
          {...props}
          mayPublish={useDenial('releases:write') === null}
          mayTranslate={useDenial('translate') === null}
          mayWrite={useDenial('content') === null}
          activity={
            <>
              <LazyRunningJobs {...props} />
              <LazyLastImport {...props} undo={undo} />
            </>
          }
        />
      </>
    );
  }),
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
  component: withPage(LazyLocalesPage, function Locales() {
    return <LazyLocalesPage {...useProjectProps()} denial={useDenial('content')} />;
  }),
});

/** Pages of an organization about its projects. */
export const projectsRoutes = [dashboardRoute, newProjectRoute] as const;

/** Pages of a project about the project itself. */
export const projectRoutes = [overviewRoute, localesRoute] as const;
