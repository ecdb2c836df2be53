import { auditLogList } from '@parlance/contracts';
import { viewAudit } from '../../domain/audit/view-audit.ts';
import { timePageQueryOf } from '../../domain/time-paging.ts';
import { timeRangeOf } from '../../domain/time-range.ts';
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
