import '../../i18n/parts/inbox.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setUnread, unreadQuery } from '../../lib/inbox.queries.ts';
import { live, NO_PROJECT } from '../../lib/live.ts';
import { Icon } from '../../ui/page/icon.tsx';
import { joinLive } from '../live/join-live.ts';
import css from './inbox-link.module.css';

/** Largest number that the link shows. */
const MOST = 99;

/** Updates the number of unread notifications from the events of the open project or else of the user. */
function useInboxEvents(organizationId: string, projectId: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    const place = projectId ?? NO_PROJECT;
    const stopEvents = live.onEvents(place, (events) => {
      const last = events.findLast((event) => event.type === 'inbox');
      if (last) void setUnread(queries, last.unread);
    });
    // Events may have been missed since the last connection.
    const stopState = live.subscribe(() => {
      if (live.isLive(place)) void queries.invalidateQueries({ queryKey: unreadQuery.queryKey });
    });
    const leave =
      projectId === undefined
        ? joinLive({ organizationId, projectId: NO_PROJECT, onEnd: () => {} })
        : null;
    return () => {
      leave?.();
      stopState();
      stopEvents();
    };
  }, [queries, organizationId, projectId]);
}

/** A link to the inbox with the number of unread notifications. Screen readers announce when it grows. */
export default function InboxLink({
  org,
  organizationId,
  projectId,
}: {
  /** Slug of the organization. */
  org: string;
  organizationId: string;
  /** Id of the open project, whose events the tab already receives. Undefined if no project is open. */
  projectId: string | undefined;
}) {
  const { t } = useTranslation();
  useInboxEvents(organizationId, projectId);
  const { data: unread } = useQuery(unreadQuery);
  const [last, setLast] = useState(unread);
  const [hasGrown, setGrown] = useState(false);
  if (unread !== last) {
    setLast(unread);
    setGrown(last !== undefined && unread !== undefined && unread > last);
  }
  const said = t('inbox.unread', { count: unread ?? 0 });
  const name = t('inbox.named', { unread: said });
  return (
    <>
      <Link to="/o/$org/inbox" params={{ org }} className={css.link} aria-label={name} title={name}>
        <Icon name="inbox" />
        {unread !== undefined && unread > 0 && (
          <span className={css.count} aria-hidden="true">
            {unread > MOST ? t('inbox.many', { count: MOST }) : t('inbox.count', { count: unread })}
          </span>
        )}
      </Link>
      <span role="status" className={css.said}>
        {hasGrown && said}
      </span>
    </>
  );
}
