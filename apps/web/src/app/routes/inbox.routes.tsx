import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { restrictSearch } from '../../lib/address/restrict-search.ts';
import { organizationRoute } from './organization.route.tsx';
import { withPage } from './with-page.ts';

const LazyInboxPage = lazyRouteComponent(
  () => import('../../features/inbox/inbox.page.tsx'),
  'InboxPage',
);

const LazyQueueSection = lazyRouteComponent(
  () => import('../../features/queue/queue-section.tsx'),
  'QueueSection',
);

const inboxRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'inbox',
  validateSearch: restrictSearch((search: Record<string, unknown>): { unread?: true } =>
    search.unread === true ? { unread: true } : {},
  ),
  loader: () => LazyQueueSection.preload?.(),
  component: withPage(LazyInboxPage, function Inbox() {
    const { user, organization } = organizationRoute.useRouteContext();
    const navigate = inboxRoute.useNavigate();
    const { unread = false } = inboxRoute.useSearch();
    return (
      <LazyInboxPage
        organizationId={organization.id}
        user={user}
        queue={<LazyQueueSection organizationId={organization.id} org={organization.slug} />}
        isUnread={unread}
        onUnread={(isUnread: boolean) =>
          void navigate({ search: isUnread ? { unread: true } : {}, resetScroll: false })
        }
      />
    );
  }),
});

/** The route of the inbox, which has the same frame as the pages of an organization. */
export const inboxRoutes = [inboxRoute] as const;
