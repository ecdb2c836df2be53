import type { AuditDetails, Role } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { MailTokenPurpose } from '../../db/schema.generated.ts';
import type { ApiKeyRow } from '../api-key/api-key.store.ts';
import type { AuditRow } from '../audit/audit.store.ts';
import type { InvitationRow } from '../invitation/invitation.store.ts';
import type { SessionRow } from '../session/session.store.ts';
import { foldEmail } from '../user/user.store.ts';

/** The person whose data is read. */
export interface Person {
  readonly id: string;
  readonly email: string;
}

interface OfOrganization {
  organization_id: string;
}

/** The rows of each list of a person's data. */
export interface PersonalRows {
  memberships: OfOrganization & { name: string; personal: boolean; role: Role; joined_at: Date };
  sessions: SessionRow;
  mailedLinks: { id: string; purpose: MailTokenPurpose; email: string | null; created_at: Date };
  apiKeys: OfOrganization & ApiKeyRow;
  invitations: OfOrganization & InvitationRow;
  auditEntries: OfOrganization & AuditRow & { details: AuditDetails };
  actions: { type: PersonalAction; id: string; at: Date } & {
    organization_id: string | null;
    project_id: string | null;
  };
}

/** Places of a row in its list: the columns that its primary key begins and ends with. */
interface Place {
  owner: string;
  place: string;
}

interface List {
  readonly from: RawBuilder<unknown>;
  /** Columns of a row. */
  readonly columns: RawBuilder<unknown>;
  readonly isOwn: RawBuilder<boolean>;
  /** Leading column of the primary key, and its last one. */
  readonly key: readonly [string, string];
}

/** Tables of what a person did, by the name of its kind. The second column is the time. */
const ACTIONS = {
  bulk_change: ['bulk_run', 'created_at', 'project_id', 'actor_id'],
  change: ['change', 'at', 'project_id', 'actor_id'],
  dismissed_check: ['ignored_check_history', 'at', 'project_id', 'actor_id'],
  payment_order: ['payment_order', 'created_at', 'organization_id', 'actor_id'],
  release: ['release', 'created_at', 'project_id', 'actor_id'],
  staged_import: ['staged_import', 'created_at', 'project_id', 'actor_id'],
  translation_job: ['translation_job', 'created_at', 'organization_id', 'created_by_id'],
} as const;
export type PersonalAction = keyof typeof ACTIONS;

const actionList = (type: PersonalAction, { id }: Person): List => {
  const [table, at, owner, actor] = ACTIONS[type];
  const nullUuid = sql`null::uuid`;
  return {
    from: sql.table(table),
    columns: sql`${type}::text as type, id, ${sql.ref(at)} as at,
      ${owner === 'organization_id' ? sql.ref(owner) : nullUuid} as organization_id,
      ${owner === 'project_id' || type === 'translation_job' ? sql.ref('project_id') : nullUuid} as project_id`,
    isOwn: sql`${sql.ref(actor)} = ${id}`,
    key: [owner, 'id'],
  };
};

/** The lists of a person's data; what the person did is one list of several tables. */
const listsOf = (person: Person): Record<keyof PersonalRows, readonly List[]> => {
  const { id } = person;
  const ofUser = (table: string): List => ({
    from: sql.table(table),
    columns: sql`*`,
    isOwn: sql`user_id = ${id}`,
    key: ['user_id', 'id'],
  });
  const ofOrganization = (table: string, isOwn: RawBuilder<boolean>): List => ({
    ...{ from: sql.table(table), columns: sql`*`, isOwn, key: ['organization_id', 'id'] },
  });
  const isAboutPerson = sql`(target_type = 'user' and target_id = ${id})
    or (target_type = 'invitation' and lower(target_name) = ${foldEmail(person.email)})`;
  return {
    memberships: [
      {
        from: sql`(select m.organization_id, m.user_id, m.role, m.joined_at, o.name,
            o.personal_user_id is not distinct from m.user_id as personal
          from membership m join organization o on o.id = m.organization_id) as membership`,
        columns: sql`*`,
        isOwn: sql`user_id = ${id}`,
        key: ['organization_id', 'user_id'],
      },
    ],
    sessions: [ofUser('session')],
    mailedLinks: [ofUser('mail_token')],
    apiKeys: [ofOrganization('api_key', sql`(created_by_id = ${id} or user_id = ${id})`)],
    invitations: [
      ofOrganization(
        'invitation',
        sql`(invited_by_id = ${id} or email_folded = ${foldEmail(person.email)})`,
      ),
    ],
    auditEntries: [
      {
        ...ofOrganization('audit_log', sql`(actor_id = ${id} or ${isAboutPerson})`),
        // The addresses that others called from are not the person's.
        columns: sql`organization_id, id, at, actor_type, actor_id, actor_name, action, target_type,
          target_id, target_name, details, case when actor_id = ${id} then address end as address`,
      },
    ],
    actions: (Object.keys(ACTIONS) as PersonalAction[]).map((type) => actionList(type, person)),
  };
};

/** Rows of one statement. */
const PAGE_ROWS = 500;

/** Reads a list of a person's data in the order of its keys, a page at a time: each reads on where the last one ended. */
export async function* readPersonalRows<Name extends keyof PersonalRows>(
  db: Db,
  person: Person,
  name: Name,
): AsyncGenerator<PersonalRows[Name][], void> {
  for (const { from, columns, isOwn, key } of listsOf(person)[name]) {
    const [owner, place] = [sql.ref(key[0]), sql.ref(key[1])];
    let after: Place | null = null;
    for (;;) {
      const isNext: RawBuilder<unknown> =
        after === null
          ? sql``
          : sql`and (${owner}, ${place}) > (${after.owner}::uuid, ${after.place}::uuid)`;
      const { rows } = await sql<PersonalRows[Name] & Place>`
        select ${columns}, ${owner} as owner, ${place} as place from ${from}
        where ${isOwn} ${isNext}
        order by ${owner}, ${place} limit ${sql.lit(PAGE_ROWS)}`.execute(db);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE_ROWS) break;
      after = rows.at(-1)!;
    }
  }
}
