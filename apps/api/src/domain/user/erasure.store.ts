import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { type OwnerRef, type ProjectRef, trustedProject } from '../tenant.ts';
import { foldEmail, type UserRow } from './user.store.ts';

/** Takes everything that a person said of themselves out of an account that has ended. */
export async function eraseAccountRow(tx: Db, user: UserRow, now: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({
      ...{ email: '', email_folded: '', name: '', password_hash: '', preferences: '{}' },
      ...{ email_verified_at: null, erase_at: now },
    })
    .where('id', '=', user.id)
    .execute();
  await tx.deleteFrom('mail_token').where('user_id', '=', user.id).execute();
  // A person names keys for their own machines.
  await tx.updateTable('api_key').set({ name: '' }).where('user_id', '=', user.id).execute();
  await tx
    .updateTable('organization')
    .set({ name: '', slug: sql<string>`id::text` })
    .where('personal_user_id', '=', user.id)
    .execute();
}

/**
 * Takes a person out of the answers that are kept for a day to be given again: their own are deleted, those to others
 * in organizations of the person, or that invited the person, lose the name and the address.
 */
export async function eraseFromAnswers(
  tx: Db,
  { id, email, name }: UserRow,
  organizationIds: readonly OwnerRef[],
): Promise<void> {
  await sql`
    delete from idempotency_record
    where principal_id = ${id} or principal_id in (select id from api_key where user_id = ${id})
  `.execute(tx);
  const literals = [email, name].map((text) =>
    JSON.stringify(text).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  );
  // A person may be called as a member of the answer is.
  const said = `(${literals.join('|')})(?!:)`;
  await sql`
    update idempotency_record
    set answer = regexp_replace(answer::text, ${said}, '""', 'gi')::jsonb
    where answer::text ~* ${said} and (
      organization_id = any(${[...organizationIds]}::uuid[])
      or organization_id in (
        select organization_id from invitation where email_folded = ${foldEmail(email)}
      )
    )`.execute(tx);
}

/** Forgets an address: who was invited by it, and the mails to it that the queue keeps for a day. */
export async function eraseAddress(tx: Db, email: string): Promise<void> {
  const folded = foldEmail(email);
  await tx.deleteFrom('invitation').where('email_folded', '=', folded).execute();
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('pgboss.job') is not null as has`.execute(tx);
  // A database in which only commands of the operator ran has no queue yet.
  if (!rows[0]!.has) return;
  await sql`
    delete from pgboss.job
    where name = 'send-mail' and lower(data ->> 'email') = ${folded}`.execute(tx);
}

/**
 * Takes a person out of what audit logs say of others and of the person: names and addresses, never what was done.
 * Names that the person had before are those of their own entries.
 */
export async function eraseFromAuditLogs(tx: Db, { id, email, name }: UserRow): Promise<void> {
  await sql`
    with names as (
      select ${name}::text as name
      union select actor_name from audit_log where actor_id = ${id} and actor_type = 'user'
    ), own_keys as (select id::text as id from api_key where user_id = ${id}),
    own_organization as (select id from organization where personal_user_id = ${id})
    update audit_log a set
      target_name = case
        when target_type in ('user', 'api_key', 'organization', 'invitation') and ${isAboutPerson(id, email)}
        then null else target_name end,
      details = details
        - case when lower(details ->> 'email') = ${foldEmail(email)} then 'email' else '' end
        - case when details ->> 'invitedBy' in (select name from names) then 'invitedBy' else '' end
        - case when organization_id in (select id from own_organization) then '{before,after}'::text[]
               else '{}'::text[] end
    where ${isAboutPerson(id, email)}
      or lower(details ->> 'email') = ${foldEmail(email)}
      or details ->> 'invitedBy' in (select name from names)`.execute(tx);
}

const isAboutPerson = (userId: string, email: string) => sql`(
  (target_type = 'user' and target_id = ${userId})
  or (target_type = 'api_key' and target_id in (select id from own_keys))
  or (target_type = 'organization' and organization_id in (select id from own_organization))
  or (target_type = 'invitation' and lower(target_name) = ${foldEmail(email)})
)`;

/** Tables of projects whose rows name who did something. */
const ACTORS_OF_PROJECTS = [
  'bulk_run',
  'change',
  'ignored_check_history',
  'release',
  'staged_import',
] as const;
/** Tables of organizations, with what the columns of the actor begin with. */
const ACTORS_OF_ORGANIZATIONS = {
  api_key: 'created_by',
  audit_log: 'actor',
  invitation: 'invited_by',
  payment_order: 'actor',
  translation_job: 'created_by',
} as const;

/** Every column that names who did something. */
export const NAMES_OF_ACTORS: readonly string[] = [
  ...ACTORS_OF_PROJECTS.map((table) => `${table}.actor_name`),
  ...Object.entries(ACTORS_OF_ORGANIZATIONS).map(([table, actor]) => `${table}.${actor}_name`),
];

/** The person, their personal keys, and the jobs that these asked for. */
const actorIds = (userId: string) => sql`(
  with keys as (select id from api_key where user_id = ${userId})
  select ${userId}::uuid union all select id from keys
  union all select id from translation_job
    where created_by_id = ${userId} or created_by_id in (select id from keys)
)`;

/** Takes the name of a person out of what organizations keep, and the addresses that the person called from. */
export async function eraseNameInOrganizations(db: Db, userId: string): Promise<void> {
  for (const [table, actor] of Object.entries(ACTORS_OF_ORGANIZATIONS)) {
    const name = sql.ref(`${actor}_name`);
    const address = table === 'audit_log' ? sql`, address = null` : sql``;
    await sql`
      update ${sql.table(table)} set ${name} = null ${address}
      where ${sql.ref(`${actor}_id`)} in ${actorIds(userId)} and ${name} is not null`.execute(db);
  }
}

/** Takes the name of a person out of what was done in these projects. Returns the projects where it was. */
export async function eraseNameInProjects(
  db: Db,
  userId: string,
  projectIds: readonly string[],
): Promise<ProjectRef[]> {
  const found = new Set<string>();
  for (const table of ACTORS_OF_PROJECTS) {
    const { rows } = await sql<{ project_id: string }>`
      with erased as (
        update ${sql.table(table)} set actor_name = null
        where project_id = any(${[...projectIds]}::uuid[]) and actor_name is not null
          and actor_id in ${actorIds(userId)}
        returning project_id
      ) select distinct project_id from erased`.execute(db);
    for (const { project_id: id } of rows) found.add(id);
  }
  return [...found].map(trustedProject);
}

/** The ids of all projects, in order, a page at a time. */
export async function listAllProjects(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project')
    .where('id', '>', after)
    .select('id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export interface DueErasure {
  id: string;
  deactivated_at: Date;
}

/**
 * Takes an account whose name has to be taken out of what the person did. No other process takes it until `leaseEnd`, and
 * one does then if this process was killed.
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
    .returning(['id', 'deactivated_at'])
    .$castTo<DueErasure>()
    .executeTakeFirst();
  return row ?? null;
}

/** Notes when the name is looked for again; null: never. */
export async function setEraseAt(db: Db, userId: string, eraseAt: Date | null): Promise<void> {
  await db.updateTable('app_user').set({ erase_at: eraseAt }).where('id', '=', userId).execute();
}
