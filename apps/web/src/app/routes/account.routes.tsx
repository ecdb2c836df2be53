import { useQueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { organizationRoute } from './organization.route.tsx';
import { withPage } from './with-page.ts';

const LazyAccountPage = lazyRouteComponent(
  () => import('../../features/account/account.page.tsx'),
  'AccountPage',
);

const LazyShortcutSettings = lazyRouteComponent(
  () => import('../../features/editor/shortcut-settings.tsx'),
  'ShortcutSettings',
);

const accountRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'account',
  loader: async ({ context: { queryClient: queries } }) => {
    void LazyShortcutSettings.preload?.();
    const { sessionsQuery } = await import('../../features/account/account.queries.ts');
    await queries.ensureQueryData(sessionsQuery);
  },
  component: withPage(LazyAccountPage, function Account() {
    const { user } = organizationRoute.useRouteContext();
    const queries = useQueryClient();
    const router = useRouter();
    const navigate = accountRoute.useNavigate();
    return (
      <LazyAccountPage
        user={user}
        shortcuts={
          <Suspense fallback={null}>
            <LazyShortcutSettings />
          </Suspense>
        }
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

/** The page of the signed-in user, in the frame of an organization. */
export const accountRoutes = [accountRoute] as const;
