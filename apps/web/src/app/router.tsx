import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  useNavigate,
  useRouter,
} from '@tanstack/react-router';
import { sessionQuery } from '../features/auth/auth.queries.ts';
import { ForgotPasswordPage } from '../features/auth/forgot-password.page.tsx';
import { SignInPage } from '../features/auth/sign-in.page.tsx';
import { SignUpPage } from '../features/auth/sign-up.page.tsx';
import { organizationsQuery } from '../features/organizations/organizations.queries.ts';
import { DashboardPage } from '../features/projects/dashboard.page.tsx';
import {
  environmentsQuery,
  localesQuery,
  projectQuery,
  projectsQuery,
} from '../features/projects/projects.queries.ts';
import { ownPath } from '../lib/own-path.ts';
import { ErrorPage, NotFoundPage } from './error-page.tsx';
import { LandingPage } from './landing.page.tsx';
import { queryClient } from './query-client.ts';
import { Shell } from './shell.tsx';

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
});

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    if ((await context.queryClient.ensureQueryData(sessionQuery)) === null) return;
    const organizations = await context.queryClient.ensureQueryData(organizationsQuery);
    const last = organizations.find(({ slug }) => slug === lastOrganization()) ?? organizations[0];
    if (last) throw redirect({ to: '/o/$org', params: { org: last.slug }, replace: true });
  },
  component: LandingPage,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: { next?: unknown }): { next?: string } => {
    const next = ownPath(search.next, location.origin);
    return next === undefined ? {} : { next };
  },
  component: function SignIn() {
    const { next } = signInRoute.useSearch();
    const router = useRouter();
    return (
      <SignInPage
        onDone={async () => {
          queryClient.clear();
          await router.navigate({ href: next ?? '/', replace: true });
        }}
      />
    );
  },
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: SignUpPage,
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: ForgotPasswordPage,
});

/** Everything of one organization: it needs a session and a membership. */
const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/o/$org',
  beforeLoad: async ({ context, params, location }) => {
    const user = await context.queryClient.ensureQueryData(sessionQuery);
    if (user === null) throw redirect({ to: '/sign-in', search: { next: location.href } });
    const organizations = await context.queryClient.ensureQueryData(organizationsQuery);
    const organization = organizations.find(({ slug }) => slug === params.org);
    if (!organization) throw notFound();
    localStorage.setItem(LAST_ORGANIZATION, organization.slug);
    return { user, organization, organizations };
  },
  component: Shell,
  notFoundComponent: NotFoundPage,
});

const LAST_ORGANIZATION = 'parlance-organization';
const lastOrganization = (): string | null => localStorage.getItem(LAST_ORGANIZATION);

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
  () => import('../features/projects/new-project.page.tsx'),
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

/** Everything of one project. */
const projectRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'p/$project',
  component: Outlet,
});

const useProjectProps = () => ({
  organizationId: organizationRoute.useRouteContext().organization.id,
  projectId: projectRoute.useParams().project,
});

const LazyOverviewPage = lazyRouteComponent(
  () => import('../features/projects/overview.page.tsx'),
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
  () => import('../features/projects/locales.page.tsx'),
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
  () => import('../features/projects/settings.page.tsx'),
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

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    landingRoute,
    signInRoute,
    signUpRoute,
    forgotPasswordRoute,
    organizationRoute.addChildren([
      dashboardRoute,
      newProjectRoute,
      projectRoute.addChildren([overviewRoute, localesRoute, settingsRoute]),
    ]),
  ]),
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
