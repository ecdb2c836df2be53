import { createRoute, redirect, useRouter } from '@tanstack/react-router';
import { sessionQuery } from '../../features/auth/auth.queries.ts';
import { ForgotPasswordPage } from '../../features/auth/forgot-password.page.tsx';
import { SignInPage } from '../../features/auth/sign-in.page.tsx';
import { SignUpPage } from '../../features/auth/sign-up.page.tsx';
import { organizationsQuery } from '../../features/organizations/organizations.queries.ts';
import { ownPath } from '../../lib/own-path.ts';
import { LandingPage } from '../landing.page.tsx';
import { lastOrganization } from '../last-organization.ts';
import { queryClient } from '../query-client.ts';
import { rootRoute } from './root.route.tsx';

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

export const publicRoutes = [landingRoute, signInRoute, signUpRoute, forgotPasswordRoute] as const;
