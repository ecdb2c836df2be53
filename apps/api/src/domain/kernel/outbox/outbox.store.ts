import type { WebhookEvent } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Actor } from '../principal.ts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';

/** Details of an event, for the body of a webhook request. They never include texts. */
export interface EventFacts {
  readonly actor: Actor;
  readonly counts?: Readonly<Record<string, number>>;
  readonly locales?: readonly string[] | null;
  readonly keyIds?: readonly string[] | null;
  readonly number?: number;
  readonly changeId?: string | null;
  readonly importId?: string;
  readonly jobId?: string;
  readonly releaseId?: string;
  readonly environment?: string;
  readonly version?: number;
  /** True if a release has only some locales. */
  readonly partial?: boolean;
  /** Size of the bundle of each locale of a release, in bytes. */
  readonly sizes?: Readonly<Record<string, number>>;
  readonly commentId?: string;
  readonly threadId?: string;
  readonly proposalId?: string;
}

interface NewEvent {
  readonly organizationId: OwnerRef;
  readonly projectId: string | null;
  readonly event: WebhookEvent;
  readonly at: Date;
  readonly facts: EventFacts;
}

/** SQL condition: the organization has an enabled webhook, which may receive events. */
const isHeard = (organizationId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from webhook w
          where w.organization_id = ${organizationId} and w.disabled_at is null)`;

/**
 * SQL for the position of a new event. It is greater than the positions of all committed events in the outbox, even
 * if the clock of the database goes back. Events of concurrent transactions may have the same position.
 */
const nextPosition = (organizationId: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint,
           (select max(position) + 1 from outbox where organization_id = ${organizationId}))`;

/**
 * Announces an event that is not a change of content. The event is sent only if the transaction
 * commits. If the organization has no webhooks, this costs only one look-up in an index.
 */
export async function announceEvent(tx: Db, event: NewEvent): Promise<void> {
  const { organizationId, projectId, at, facts } = event;
  await sql`
    insert into outbox (organization_id, position, project_id, event, at, body)
    select ${organizationId}::uuid, ${nextPosition(sql`${organizationId}::uuid`)},
           ${projectId}::uuid, ${event.event}, ${at}::timestamptz, ${JSON.stringify(facts)}::jsonb
    where ${isHeard(sql`${organizationId}::uuid`)}`.execute(tx);
}

/**
 * SQL that announces the changes of a project that the CTE `numbered (id, number)` lists. The
 * transaction that assigns the numbers holds the lock of the project, so the positions in the
 * outbox have the order of the numbers.
 */
export const announceNumbered = (projectId: ProjectRef): RawBuilder<unknown> => sql`
  insert into outbox (organization_id, position, project_id, event, at, body)
  select p.organization_id, ${nextPosition(sql`p.organization_id`)}, p.id, 'changes', now(),
         jsonb_build_object('first', min(n.number), 'last', max(n.number))
  from numbered n
  join project p on p.id = ${projectId}::uuid and ${isHeard(sql`p.organization_id`)}
  group by p.organization_id, p.id`;

export interface OutboxRow {
  readonly event: WebhookEvent | 'changes';
  readonly project_id: string | null;
  readonly at: Date;
  readonly body: EventFacts | NumberedRange;
}

/** A range of change numbers of a project. It includes `first` and `last`. */
export interface NumberedRange {
  readonly first: number;
  readonly last: number;
}

/** SQL condition: at least one organization has events that must be dispatched now. */
export const isAnyEvent = (now: Date): RawBuilder<boolean> => sql<boolean>`
  exists (select from outbox)
  or exists (select from outbox_values where due_at <= ${now}::timestamptz)`;

export async function findOrganizationToDispatch(
  db: Db,
  after: string,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select least(
      (select organization_id from outbox where organization_id > ${after}::uuid
       order by organization_id limit 1),
      (select organization_id from outbox_values
       where due_at <= ${now}::timestamptz and organization_id > ${after}::uuid
       order by organization_id limit 1)) as id`.execute(db);
  return rows[0]!.id;
}

/**
 * Locks the event sequence of an organization, so that only one transaction at a time dispatches
 * its events. Returns the last number in the sequence. Null if another transaction holds the lock.
 */
export async function lockSequence(tx: Db, organizationId: OwnerRef): Promise<number | null> {
  await tx
    .insertInto('outbox_sequence')
    .values({ organization_id: organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom('outbox_sequence')
    .where('organization_id', '=', organizationId)
    .select('last_number')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.last_number ?? null;
}

export async function saveLastNumber(
  tx: Db,
  organizationId: OwnerRef,
  number: number,
): Promise<void> {
  await tx
    .updateTable('outbox_sequence')
    .set({ last_number: number })
    .where('organization_id', '=', organizationId)
    .execute();
}

/** Deletes the first rows from the outbox of an organization, and returns them in order. */
export async function takeRows(
  tx: Db,
  organizationId: OwnerRef,
  limit: number,
): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    with first as (
      select position, id from outbox where organization_id = ${organizationId}::uuid
      order by position, id limit ${limit}
    ), taken as (
      delete from outbox o using first
      where o.organization_id = ${organizationId}::uuid and o.position = first.position and o.id = first.id
      returning o.position, o.id, o.event, o.project_id, o.at, o.body
    )
    select * from taken order by position, id`.execute(tx);
  return rows;
}
