import { api } from '../../lib/api.ts';
import { live } from '../../lib/live.ts';
import { pagedQuery } from '../../lib/paged-query.ts';
import { ABOUT_KEYS } from '../../lib/queue.queries.ts';

/** Filters of the threads of a project. Without `state`, only open questions are shown. */
export interface ThreadFilter {
  readonly state?: 'resolved' | 'all' | undefined;
  /** Code of a locale, or `keys` for threads about keys. */
  readonly locale?: string | undefined;
  /** `queue`: open questions that the user can answer. */
  readonly who?: 'mine' | 'mentions' | 'queue' | undefined;
}

/** Interval in milliseconds at which threads are read again if no events arrive. */
const POLL_INTERVAL_MS = 15_000;

/** Query of the threads of a project, newest first. */
export const threadsQuery = (
  organizationId: string,
  projectId: string,
  { state, locale, who }: ThreadFilter,
) => ({
  ...pagedQuery(['threads', organizationId, projectId, state, locale, who], (page) =>
    api(organizationId).i18n.comments.list({
      projectId,
      ...page,
      ...(state !== 'all' && { state: state ?? 'open' }),
      ...(locale === ABOUT_KEYS && { about: 'key' as const }),
      ...(locale !== undefined && locale !== ABOUT_KEYS && { localeCode: locale }),
      ...(who === 'mine' && { author: 'me' as const }),
      ...(who === 'mentions' && { mentions: 'me' as const }),
      ...(who === 'queue' && { waiting: 'me' as const }),
    }),
  ),
  staleTime: 0,
  refetchInterval: () => (live.isLive(projectId) ? (false as const) : POLL_INTERVAL_MS),
});
