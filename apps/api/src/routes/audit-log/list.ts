import { auditLogList } from '@parlance/contracts';
import { timePageQueryOf, timeRangeOf } from '../../domain/kernel/index.ts';
import { viewAudit } from '../../domain/people/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentAuditEntry } from './audit-entry.present.ts';

export const auditLogListRoute = route(auditLogList, async ({ deps, principal, query }) => {
  const filter = {
    ...timeRangeOf(query),
    action: query.action ?? null,
    actorId: query.actor ?? null,
  };
  const page = timePageQueryOf(query);
  return listAnswer(
    await viewAudit(deps, principal.organizationId, filter, page),
    presentAuditEntry,
  );
});
