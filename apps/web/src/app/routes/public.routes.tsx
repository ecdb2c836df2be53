import type { Organization } from '@parlance/contracts';
import {
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { sessionQuery } from '../../features/auth/auth.queries.ts';
import {
  findOrganization,
  organizationById,
  organizationsQuery,
} from '../../features/organizations/organizations.queries.ts';
import { projectsQuery } from '../../features/projects/projects.queries.ts';
import { loadPageTexts } from '../../i18n/setup.ts';
import { ownPath } from '../../lib/address/own-path.ts';
import { restrictSearch } from '../../lib/address/restrict-search.ts';
import { mayDo } from '../../lib/person/role.ts';
import { lastOrganization } from '../last-organization.ts';
import { queryClient } from '../query-client.ts';
import { rootRoute } from './root.route.tsx';
import { checkoutAddress } from './usage.routes.tsx';
import { withPage } from './with-page.ts';

/** Returns the organization that this browser showed last, or else the first one. */
async function findLast(): Promise<Organization | undefined> {
  const slug = lastOrganization();
  const last = slug === null ? undefined : await findOrganization(queryClient, slug);
  return last ?? (await queryClient.ensureQueryData(organizationsQuery)).rows[0];
}

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    if ((await context.queryClient.ensureQueryData(sessionQuery)) === null) return;
    const last = await findLast();
    if (!last) return;
    const params = { org: last.slug };
    const { pages } = await context.queryClient.ensureInfiniteQueryData(projectsQuery(last.id));
    const isEmpty = pages[0]?.data.length === 0;
    if (isEmpty && mayDo(last.role, 'content')) throw redirect({ to: '/welcome', replace: true });
    throw redirect({ to: '/o/$org', params, replace: true });
  },
  loader: () => loadPageTexts(),
  component: lazyRouteComponent(() => import('../landing/landing.page.tsx'), 'LandingPage'),
});

/** Requires a session. Returns an organization by its id, or else the one that was opened last. */
async function requireLast(href: string, id?: unknown): Promise<Organization> {
  if ((await queryClient.ensureQueryData(sessionQuery)) === null) {
    throw redirect({ to: '/sign-in', search: { next: href } });
  }
  const last = typeof id === 'string' ? await organizationById(id) : await findLast();
  if (!last) throw notFound();
  return last;
}

/** Redirects to the page for the first project of the organization that was opened last. */
const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  beforeLoad: async () => {
    const organization = await requireLast('/welcome');
    throw redirect({
      to: '/o/$org/projects/new',
      params: { org: organization.slug },
      replace: true,
    });
  },
});

/** Address to which the payment provider sends buyers back, with the id of the organization. */
const checkoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout',
  beforeLoad: async ({ location }) => {
    const address: Record<string, unknown> = location.search;
    const { slug: org } = await requireLast(location.href, address.organization);
    const search = checkoutAddress(address);
    throw redirect({ to: '/o/$org/usage', params: { org }, search, replace: true });
  },
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  beforeLoad: async ({ location }) => {
    const { slug: org } = await requireLast(location.href);
    throw redirect({ to: '/o/$org/account', params: { org }, replace: true });
  },
});

const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  beforeLoad: async ({ location }) => {
    const { slug: org } = await requireLast(location.href);
    throw redirect({ to: '/o/$org/inbox', params: { org }, replace: true });
  },
});

const LazyUnsubscribePage = lazyRouteComponent(
  () => import('../../features/auth/unsubscribe.page.tsx'),
  'UnsubscribePage',
);

/** The page to which mails of notifications link. The token in its address works without a session. */
const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe',
  validateSearch: restrictSearch((search): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  ),
  loader: () => loadPageTexts(),
  component: withPage(LazyUnsubscribePage, function Unsubscribe() {
    return <LazyUnsubscribePage token={unsubscribeRoute.useSearch().token} />;
  }),
});

const LazySignInPage = lazyRouteComponent(
  () => import('../../features/auth/sign-in.page.tsx'),
  'SignInPage',
);

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: restrictSearch((search): { next?: string } => {
    const next = ownPath(search.next, location.origin);
    return next === undefined ? {} : { next };
  }),
  component: withPage(LazySignInPage, function SignIn() {
    const { next } = signInRoute.useSearch();
    const router = useRouter();
    return (
      <LazySignInPage
        onDone={async () => {
          queryClient.clear();
          // `next` is also validated here, so that the protection against links to other sites does not depend on the
          // router.
          const href = ownPath(next, location.origin) ?? '/';
          await router.navigate({ href, replace: true });
        }}
      />
    );
  }),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('../../features/auth/sign-up.page.tsx'), 'SignUpPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(
    () => import('../../features/auth/forgot-password.page.tsx'),
    'ForgotPasswordPage',
  ),
});

export const publicRoutes = [
  landingRoute,
  welcomeRoute,
  checkoutRoute,
  accountRoute,
  inboxRoute,
  unsubscribeRoute,
  signInRoute,
  signUpRoute,
  forgotPasswordRoute,
] as const;
