import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { firstIdAt } from '../../../db/ids/uuid.ts';
import type { OwnerRef } from '../../kernel/index.ts';
import type { IdPage } from './retention.store.ts';

/** A log table. Each row records one event in an organization. */
export type LogTable = 'audit_log' | 'activity';

/** SQL condition that the entry `l` is older than a time. An index supports the condition. */
const isOld = (table: LogTable, before: Date) =>
  table === 'audit_log'
    ? sql`l.at < ${before}::timestamptz`
    : sql`l.id < ${firstIdAt(before.getTime())}::uuid`;

/** Lists organizations that have entries older than a time. */
export async function listOrganizationsWithOldEntries(
  db: Db,
  table: LogTable,
  before: Date,
  { after, limit }: IdPage,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organization o
    where o.id > ${after}::uuid and exists (
      select from ${sql.table(table)} l where l.organization_id = o.id and ${isOld(table, before)})
    order by o.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes up to `limit` entries of an organization that are older than a time, the oldest first. */
export async function deleteOldEntries(
  db: Db,
  table: LogTable,
  organizationId: OwnerRef,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const order = sql.ref(table === 'audit_log' ? 'l.at' : 'l.id');
  const { numAffectedRows } = await sql`
    with old as materialized (
      select l.id from ${sql.table(table)} l
      where l.organization_id = ${organizationId}::uuid and ${isOld(table, before)}
      order by ${order} limit ${limit} for update skip locked)
    delete from ${sql.table(table)} d using old
    where d.organization_id = ${organizationId}::uuid and d.id = old.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
