import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { type ProjectRef, trustedProject } from '../../kernel/index.ts';
import { isAboutMembers, type Traces } from './trace.store.ts';

export async function eraseAccountRow(
  tx: Db,
  { userId, organizationIds, keyIds }: Traces,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({
      email: '',
      email_folded: '',
      name: '',
      password_hash: '',
      preferences: '{}',
      email_verified_at: null,
      erase_at: now,
    })
    .where('id', '=', userId)
    .execute();
  await deleteMessages(tx, userId);
  // Deletes the names of personal API keys, because people often choose a name that identifies
  // them.
  await sql`
    update api_key set name = ''
    where organization_id = any(${[...organizationIds]}::uuid[])
      and id = any(${[...keyIds]}::uuid[])`.execute(tx);
  await tx
    .updateTable('organization')
    .set({ name: '', slug: sql<string>`id::text` })
    .where('personal_user_id', '=', userId)
    .execute();
}

/** Deletes what the service sent to a person: links in mails, and the inbox with its notifications. */
export async function deleteMessages(db: Db, userId: string): Promise<void> {
  for (const table of ['mail_token', 'notification', 'inbox'] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}

/** Deletes the invitations to these addresses, and the invitations that the person accepted. */
export async function eraseInvitations(
  tx: Db,
  { userId, organizationIds }: Traces,
  addresses: readonly string[],
): Promise<void> {
  await sql`
    delete from invitation where (organization_id, id) in (
      select organization_id, id from invitation where email_folded = any(${[...addresses]})
      union
      select organization_id, (details ->> 'invitationId')::uuid from audit_log
      where ${isAboutMembers(organizationIds)} and target_type = 'user' and target_id = ${userId}
    )`.execute(tx);
}

/**
 * Deletes the names and addresses of a person from audit entries about the person. The entries
 * themselves stay.
 */
export async function eraseFromAuditLogs(
  tx: Db,
  { userId, organizationIds, keyIds }: Traces,
  addresses: readonly string[],
): Promise<void> {
  await sql`
    update audit_log set target_name = null, details = details - case
      when target_type = 'organization' then '{before,after}'::text[] else '{email}'::text[] end
    where organization_id = any(${[...organizationIds]}::uuid[])
      and split_part(action, '.', 1) in ('member', 'grant', 'api_key', 'organization', 'invitation')
      and (
        (target_type = 'user' and target_id = ${userId})
        or (target_type = 'api_key' and target_id = any(${[...keyIds]}))
        or (target_type = 'organization' and organization_id in
            (select id from organization where personal_user_id = ${userId}::uuid))
        or (target_type = 'invitation' and target_id in (
          select details ->> 'invitationId' from audit_log
          where ${isAboutMembers(organizationIds)} and target_type = 'user' and target_id = ${userId}
        ))
      )`.execute(tx);
  await sql`
    update audit_log set target_name = null
    where target_type = 'invitation' and lower(target_name) = any(${[...addresses]})`.execute(tx);
}

const ACTORS_OF_PROJECTS = [
  ['bulk_run', 'actor'],
  ['change', 'actor'],
  ['comment', 'author'],
  ['comment', 'last_actor'],
  ['comment', 'resolved_by'],
  ['ignored_check_history', 'actor'],
  ['proposal', 'author'],
  ['proposal', 'decided_by'],
  ['release', 'actor'],
  ['staged_import', 'actor'],
] as const;
const ACTORS_OF_ORGANIZATIONS = {
  api_key: 'created_by',
  audit_log: 'actor',
  invitation: 'invited_by',
  payment_order: 'actor',
  translation_job: 'created_by',
} as const;

export const NAMES_OF_ACTORS: readonly string[] = [
  ...[...ACTORS_OF_PROJECTS, ...Object.entries(ACTORS_OF_ORGANIZATIONS)].map(
    ([table, actor]) => `${table}.${actor}_name`,
  ),
];

/** Deletes the name and IP addresses of a person from the person's actions in organizations. */
export async function eraseNameInOrganizations(
  db: Db,
  { organizationIds, actorIds }: Traces,
): Promise<void> {
  const isTheirs = sql`organization_id = any(${[...organizationIds]}::uuid[])`;
  const ids = sql`any(${[...actorIds]}::uuid[])`;
  await sql`
    update audit_log set details = details - 'invitedBy'
    where ${isAboutMembers(organizationIds)} and details ->> 'invitationId' in (
      select target_id from audit_log
      where ${isTheirs} and actor_id = ${ids} and action = 'invitation.create'
    )`.execute(db);
  for (const [table, actor] of Object.entries(ACTORS_OF_ORGANIZATIONS)) {
    const name = sql.ref(`${actor}_name`);
    const address = table === 'audit_log' ? sql`, address = null` : sql``;
    await sql`
      update ${sql.table(table)} set ${name} = null ${address}
      where ${isTheirs} and ${sql.ref(`${actor}_id`)} = ${ids} and ${name} is not null`.execute(db);
  }
}

/** Deletes the name of a person from events that webhooks have sent or will send. */
export async function eraseNameInEvents(
  db: Db,
  { organizationIds, actorIds }: Traces,
): Promise<void> {
  const isTheirs = sql`organization_id = any(${[...organizationIds]}::uuid[])`;
  const ids = sql`any(${[...actorIds]}::text[])`;
  await sql`
    update outbox set body = jsonb_set(body, '{actor,name}', 'null')
    where ${isTheirs} and body #>> '{actor,id}' = ${ids}`.execute(db);
  await sql`
    update webhook_delivery set body = jsonb_set(body::jsonb, '{data,actor,name}', 'null')::text
    where ${isTheirs} and body::jsonb #>> '{data,actor,id}' = ${ids}`.execute(db);
}

/**
 * Deletes stored responses that may contain the person's name: responses to the person's requests,
 * and responses with an id of the person.
 */
export async function eraseAnswers(db: Db, { actorIds }: Traces): Promise<void> {
  await sql`
    delete from idempotency_record
    where principal_id = any(${[...actorIds]}::uuid[])
      or jsonb_path_query_array(answer, ${EVERY_STRING}::jsonpath) ?| ${[...actorIds]}::text[]
  `.execute(db);
}

const EVERY_STRING = 'strict $.** ? (@.type() == "string")';

/**
 * Deletes the name of a person from the actions in these projects. Returns the ids of the projects
 * that contained the name.
 */
export async function eraseNameInProjects(
  tx: Db,
  { actorIds }: Traces,
  projectIds: readonly string[],
): Promise<ProjectRef[]> {
  const found = new Set<string>();
  for (const [table, actor] of ACTORS_OF_PROJECTS) {
    const name = sql.ref(`${actor}_name`);
    const { rows } = await sql<{ project_id: string }>`
      with erased as (
        update ${sql.table(table)} set ${name} = null
        where project_id = any(${[...projectIds]}::uuid[]) and ${name} is not null
          and ${sql.ref(`${actor}_id`)} = any(${[...actorIds]}::uuid[])
        returning project_id
      ) select distinct project_id from erased`.execute(tx);
    for (const { project_id: id } of rows) found.add(id);
  }
  return [...found].map(trustedProject);
}

export interface DueErasure {
  id: string;
  deactivated_at: Date;
  erase_after: string | null;
}

/** SQL condition: the name of at least one account must be deleted now. */
export const isAnyErasureDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from app_user where erase_at <= ${now}::timestamptz)`;

/**
 * Reserves an account whose name must be deleted. Until `leaseEnd`, no other process can reserve
 * the account.
 */
export async function takeDueErasure(
  db: Db,
  now: Date,
  leaseEnd: Date,
): Promise<DueErasure | null> {
  const row = await db
    .updateTable('app_user')
    .set({ erase_at: leaseEnd })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('app_user')
        .where('erase_at', '<=', now)
        .select('id')
        .orderBy('erase_at')
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(['id', 'deactivated_at', 'erase_after'])
    .$castTo<DueErasure>()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stores the progress of an erasure: the id of the last handled project, and the time of the next
 * run. The time is null after the last run.
 */
export async function noteErasure(
  db: Db,
  userId: string,
  { at, after }: { at: Date | null; after: string | null },
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ erase_at: at, erase_after: after })
    .where('id', '=', userId)
    .execute();
}
