import { api } from '../../lib/api.ts';
import { type Choosable, pagedQuery, searchOf } from '../../lib/paged-query.ts';

/** Filters of the audit log. An empty text stands for no filter. */
export interface AuditFilter {
  /** Noun of the actions to show, such as `key`. */
  readonly noun: string;
  /** The member whose actions are shown. Null for all members. */
  readonly actor: Choosable | null;
  /** First day to show, such as `2026-11-24`. */
  readonly from: string;
}

/** Query of the entries of the audit log, newest first. */
export const auditQuery = (organizationId: string, { noun, actor, from }: AuditFilter) => ({
  ...pagedQuery(['audit', organizationId, noun, actor?.id, from], (page) =>
    api(organizationId).auditLog.list({
      ...page,
      ...(noun !== '' && { action: noun }),
      ...(actor && { actor: actor.id }),
      ...(from !== '' && { from }),
    }),
  ),
  staleTime: 0,
});

/**
 * Query of the members among which the user chooses for the filter. It finds names and addresses that contain the text.
 */
export const actorChoiceQuery = (organizationId: string, q: string) =>
  pagedQuery<Choosable>(['members', organizationId, 'choice', q], async (page) => {
    const { data, meta } = await api(organizationId).organizations.members.list({
      organizationId,
      ...page,
      ...searchOf(q),
    });
    return { data: data.map(({ userId: id, name, email: note }) => ({ id, name, note })), meta };
  });
