import type { AuditAction, AuditDetails } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { pageByTime } from '../keyset-page.store.ts';
import type { Page } from '../paging.ts';
import type { Actor } from '../principal.ts';
import type { OwnerRef } from '../tenant.ts';
import type { TimePageQuery } from '../time-paging.ts';
import type { TimeRange } from '../time-range.ts';

export interface AuditEntry {
  organizationId: OwnerRef;
  at: Date;
  actor: Actor;
  action: AuditAction;
  target: { type: string; id: string; name: string | null };
  /** IP address of the client. Null for an action without a request. */
  address: string | null;
  details?: AuditDetails;
}

/** Adds an entry to the audit log in the transaction that performs the action. */
export async function audit(tx: Db, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      organization_id: entry.organizationId,
      id: newId(),
      at: entry.at,
      actor_type: entry.actor.type,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      action: entry.action,
      target_type: entry.target.type,
      target_id: entry.target.id,
      target_name: entry.target.name,
      address: entry.address,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}

export interface AuditRow {
  id: string;
  at: Date;
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
  action: string;
  target_type: string;
  target_id: string;
  target_name: string | null;
  address: string | null;
  details: AuditDetails;
}

export interface AuditFilter extends TimeRange {
  /**
   * An action such as `key.create`, or a noun such as `key`, which stands for all actions with this
   * noun. Null for all actions.
   */
  action: string | null;
  actorId: string | null;
}

export async function listAudit(
  db: Db,
  organizationId: OwnerRef,
  filter: AuditFilter,
  page: TimePageQuery,
): Promise<Page<AuditRow>> {
  let query = db
    .selectFrom('audit_log')
    .where('organization_id', '=', organizationId)
    .select([
      'id',
      'at',
      'actor_type',
      'actor_id',
      'actor_name',
      'action',
      'target_type',
      'target_id',
      'target_name',
      'address',
      'details',
    ]);
  const { from, before, action, actorId } = filter;
  if (from !== null) query = query.where('at', '>=', from);
  if (before !== null) query = query.where('at', '<', before);
  if (actorId !== null) query = query.where('actor_id', '=', actorId);
  if (action !== null) {
    query = query.where(sql`split_part(action, '.', 1)`, '=', action.replace(/\..*/, ''));
    if (action.includes('.')) query = query.where('action', '=', action);
  }
  return pageByTime(query.$castTo<AuditRow>(), page, 'desc', {
    at: 'at',
    id: 'id',
    placeOf: ({ at, id }) => ({ at, id }),
  });
}
