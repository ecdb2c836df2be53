import { type RawBuilder, sql } from 'kysely';
import { grantsOfMembership } from '../../project/index.ts';
import type { Traces } from '../user/trace.store.ts';

export interface Person extends Traces {
  /** The person's current and former email addresses in lower case. */
  readonly addresses: readonly string[];
  /** Ids of the projects in the person's organizations, in batches. */
  readonly projectBatches: readonly (readonly string[])[];
}

export interface List {
  readonly from: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  readonly isOwn: RawBuilder<boolean>;
  /**
   * Columns by which the rows are sorted and paged, in the order of an index. No two rows have
   * equal values in all of these columns.
   */
  readonly key: readonly string[];
}

const isAny = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`;

const ofUser = (table: string, { userId }: Person): List => ({
  from: sql.table(table),
  columns: sql`*`,
  isOwn: sql`user_id = ${userId}::uuid`,
  key: ['user_id', 'id'],
});

const membershipsOf = ({ userId }: Person): List => ({
  from: sql`(select m.organization_id, m.user_id, m.role, m.joined_at, o.name, ${grantsOfMembership} as grants,
      o.personal_user_id is not distinct from m.user_id as personal
    from membership m join organization o on o.id = m.organization_id) as membership`,
  columns: sql`*`,
  isOwn: sql`user_id = ${userId}::uuid`,
  key: ['user_id', 'organization_id'],
});

const formerMembershipsOf = ({ userId }: Person): List => ({
  from: sql.table('former_membership'),
  columns: sql`*`,
  // A person who has come back is a member again.
  isOwn: sql`user_id = ${userId}::uuid and not exists (
    select from membership m
    where m.organization_id = former_membership.organization_id and m.user_id = ${userId}::uuid)`,
  key: ['user_id', 'organization_id'],
});

const apiKeysOf = ({ organizationIds, actorIds, keyIds }: Person): List => ({
  from: sql.table('api_key'),
  columns: sql`*`,
  isOwn: sql`${isAny('organization_id', organizationIds)}
    and (${isAny('created_by_id', actorIds)} or ${isAny('id', keyIds)})`,
  key: ['organization_id', 'id'],
});

function invitationsOf({ organizationIds, actorIds, addresses }: Person): List[] {
  const columns = sql`*`;
  const from = sql.table('invitation');
  const isSender = isAny('invited_by_id', actorIds);
  const isSent = sql<boolean>`${isAny('organization_id', organizationIds)} and ${isSender}`;
  const isReceived = sql<boolean>`email_folded = any(${[...addresses]}) and not ${isSender}`;
  return [
    { from, columns, isOwn: isSent, key: ['organization_id', 'id'] },
    { from, columns, isOwn: isReceived, key: ['email_folded', 'organization_id', 'id'] },
  ];
}

function auditEntriesOf({ userId, organizationIds, actorIds, addresses }: Person): List[] {
  const isActor = isAny('actor_id', actorIds);
  const columns = sql`organization_id, id, at, actor_type, actor_id, actor_name, action, target_type,
    target_id, target_name, details, case when ${isActor} then address end as address`;
  const from = sql.table('audit_log');
  const key = ['organization_id', 'at', 'id'];
  return [
    { from, columns, isOwn: isActor, key: ['actor_id', ...key] },
    // Each noun has a separate statement, so that the index returns the entries in their order.
    ...['member', 'grant'].map((noun) => ({
      from,
      columns,
      key,
      isOwn: sql<boolean>`${isAny('organization_id', organizationIds)}
        and split_part(action, '.', 1) = ${sql.lit(noun)}
        and target_type = 'user' and target_id = ${userId} and not ${isActor}`,
    })),
    {
      from,
      columns,
      key,
      isOwn: sql`target_type = 'invitation' and lower(target_name) = any(${[...addresses]})
        and not ${isActor}`,
    },
  ];
}

/**
 * Tables that record actions of a person. Each entry names the columns for the time and the author,
 * and the other columns of the primary key.
 */
const ACTIONS = {
  bulk_change: ['bulk_run', 'created_at', 'actor_id', ['id']],
  change: ['change', 'at', 'actor_id', ['id']],
  comment: ['comment', 'created_at', 'author_id', ['id']],
  comment_mute: ['comment_mute', 'muted_at', 'user_id', ['thread_id', 'user_id']],
  comment_resolution: ['comment', 'resolved_at', 'resolved_by_id', ['id']],
  dismissed_check: ['ignored_check_history', 'at', 'actor_id', ['locale_id', 'key_id', 'id']],
  payment_order: ['payment_order', 'created_at', 'actor_id', ['id']],
  proposal: ['proposal', 'created_at', 'author_id', ['id']],
  proposal_decision: ['proposal', 'decided_at', 'decided_by_id', ['id']],
  proposal_vote: ['proposal_vote', 'voted_at', 'user_id', ['proposal_id', 'user_id']],
  release: ['release', 'created_at', 'actor_id', ['id']],
  staged_import: ['staged_import', 'created_at', 'actor_id', ['id']],
  translation_job: ['translation_job', 'created_at', 'created_by_id', ['id']],
} as const;
export type PersonalAction = keyof typeof ACTIONS;

/** Columns that identify an action whose table has no ids. */
const ID_OF_ACTION: Partial<Record<PersonalAction, string>> = {
  comment_mute: 'thread_id',
  proposal_vote: 'proposal_id',
};

const OF_ORGANIZATIONS: ReadonlySet<PersonalAction> = new Set(['payment_order', 'translation_job']);

function actionsOf(type: PersonalAction, person: Person): List[] {
  const [table, at, actor, keyColumns] = ACTIONS[type];
  const isOfOrganization = OF_ORGANIZATIONS.has(type);
  const owner = isOfOrganization ? 'organization_id' : 'project_id';
  const hasProject = type !== 'payment_order';
  const nullUuid = sql`null::uuid`;
  const batches = isOfOrganization ? [person.organizationIds] : person.projectBatches;
  return batches.map((ids) => ({
    from: sql.table(table),
    columns: sql`${type}::text as type, ${sql.ref(ID_OF_ACTION[type] ?? 'id')} as id, ${sql.ref(at)} as at,
      ${isOfOrganization ? sql.ref('organization_id') : nullUuid} as organization_id,
      ${hasProject ? sql.ref('project_id') : nullUuid} as project_id`,
    isOwn: sql`${isAny(owner, ids)} and ${isAny(actor, person.actorIds)}`,
    key: [owner, ...keyColumns],
  }));
}

/** The statements that read a person's data. Each statement uses an index. */
export const PERSONAL_LISTS = {
  memberships: (person: Person) => [membershipsOf(person)],
  formerMemberships: (person: Person) => [formerMembershipsOf(person)],
  sessions: (person: Person) => [ofUser('session', person)],
  mailedLinks: (person: Person) => [ofUser('mail_token', person)],
  apiKeys: (person: Person) => [apiKeysOf(person)],
  invitations: invitationsOf,
  auditEntries: auditEntriesOf,
  notifications: (person: Person) => [ofUser('notification', person)],
  actions: (person: Person) =>
    (Object.keys(ACTIONS) as PersonalAction[]).flatMap((type) => actionsOf(type, person)),
} as const;
