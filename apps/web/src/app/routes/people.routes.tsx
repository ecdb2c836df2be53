import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from './organization.route.tsx';
import { withPage } from './with-page.ts';

// The queries are part of the pages' code, so that the first page of the app does not wait for them.
const loadQueries = () => import('../../features/people/people.queries.ts');

const LazyMembersPage = lazyRouteComponent(
  () => import('../../features/people/members.page.tsx'),
  'MembersPage',
);

const membersRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'members',
  loader: async ({ context: { queryClient, organization } }) =>
    (await loadQueries()).loadMembers(queryClient, organization),
  component: withPage(LazyMembersPage, function Members() {
    const { organization, user } = organizationRoute.useRouteContext();
    const navigate = membersRoute.useNavigate();
    return (
      <LazyMembersPage
        key={organization.id}
        organization={organization}
        userId={user.id}
        onLeft={() => void navigate({ to: '/' })}
      />
    );
  }),
});

const LazyKeysPage = lazyRouteComponent(
  () => import('../../features/people/keys.page.tsx'),
  'KeysPage',
);

const keysRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'keys',
  loader: async ({ context: { queryClient, organization } }) =>
    (await loadQueries()).loadKeys(queryClient, organization),
  component: withPage(LazyKeysPage, function Keys() {
    const { organization, user } = organizationRoute.useRouteContext();
    return <LazyKeysPage key={organization.id} organization={organization} userId={user.id} />;
  }),
});

const LazyWebhooksPage = lazyRouteComponent(
  () => import('../../features/people/webhooks/webhooks.page.tsx'),
  'WebhooksPage',
);

const webhooksRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks',
  loader: async ({ context: { queryClient, organization } }) =>
    (await loadQueries()).loadWebhooks(queryClient, organization),
  component: withPage(LazyWebhooksPage, function Webhooks() {
    const { organization } = organizationRoute.useRouteContext();
    return <LazyWebhooksPage key={organization.id} organization={organization} />;
  }),
});

const LazyAuditPage = lazyRouteComponent(
  () => import('../../features/audit/audit.page.tsx'),
  'AuditPage',
);

const auditRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'audit',
  component: withPage(LazyAuditPage, function Audit() {
    const { organization } = organizationRoute.useRouteContext();
    return <LazyAuditPage key={organization.id} organizationId={organization.id} />;
  }),
});

/** Pages of an organization about its people, their keys and actions, and its webhooks. */
export const peopleRoutes = [membersRoute, keysRoute, webhooksRoute, auditRoute] as const;
