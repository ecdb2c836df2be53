import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../../features/auth/auth.queries.ts';
import { findOrganization } from '../../features/organizations/organizations.queries.ts';
import { loadPageTexts } from '../../i18n/setup.ts';
import { followPreference } from '../../lib/person/language.ts';
import { NotFoundPage } from '../error-page.tsx';
import { setLastOrganization } from '../last-organization.ts';
import { LoadingShell } from '../loading-page.tsx';
import { Shell } from '../shell/shell.tsx';
import { rootRoute } from './root.route.tsx';

/** The pages of one organization, which require a session and a membership. */
export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/o/$org',
  beforeLoad: async ({ context, params, location }) => {
    const user = await context.queryClient.ensureQueryData(sessionQuery);
    if (user === null) throw redirect({ to: '/sign-in', search: { next: location.href } });
    const [organization] = await Promise.all([
      findOrganization(context.queryClient, params.org),
      followPreference(context.queryClient).then(() => loadPageTexts()),
    ]);
    if (!organization) throw notFound();
    setLastOrganization(organization.slug);
    return { user, organization };
  },
  component: Shell,
  pendingComponent: LoadingShell,
  notFoundComponent: NotFoundPage,
});
