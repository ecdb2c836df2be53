import { useQueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, useRouter } from '@tanstack/react-router';
import { organizationRoute } from './organization.route.tsx';
import { withPage } from './with-page.ts';

const LazyAccountPage = lazyRouteComponent(
  () => import('../account-and-keys.tsx'),
  'AccountAndKeys',
);

const accountRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'account',
  loader: async ({ context: { queryClient: queries } }) => {
    const { sessionsQuery } = await import('../../features/account/account.queries.ts');
    await queries.ensureInfiniteQueryData(sessionsQuery);
  },
  component: withPage(LazyAccountPage, function Account() {
    const { user } = organizationRoute.useRouteContext();
    const queries = useQueryClient();
    const router = useRouter();
    const navigate = accountRoute.useNavigate();
    return (
      <LazyAccountPage
        user={user}
        onChanged={async () => {
          await queries.refetchQueries({ queryKey: ['session'] });
          await router.invalidate();
        }}
        onEnded={() => {
          queries.clear();
          void router.invalidate().then(() => navigate({ to: '/sign-in' }));
        }}
      />
    );
  }),
});

/** The route of the account page, which has the same frame as the pages of an organization. */
export const accountRoutes = [accountRoute] as const;
