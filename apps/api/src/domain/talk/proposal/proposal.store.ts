import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { lookUpKey } from '../../../db/look-ups.ts';
import type { ProposalState } from '../../../db/schema.generated.ts';
import { isOfProject } from '../../../db/statements/plan-hints.ts';
import { fail } from '../../../errors.ts';
import { marks, PROPOSALS, readMask } from '../../content/index.ts';
import {
  type Actor,
  type Page,
  type PageQuery,
  type ProjectRef,
  pageOf,
  type RowOf,
  recordOf,
  selectedColumns,
} from '../../kernel/index.ts';
import { idOfGroup } from '../notification/proposal-group.ts';
import { renewInboxes } from '../notification/renew-inboxes.store.ts';

export const PROPOSAL = recordOf(
  'proposal',
  {
    id: 'id',
    keyId: 'key_id',
    text: 'text',
    state: 'state',
    baseVersion: 'base_version',
    votes: 'votes_count',
    createdAt: 'created_at',
    decidedAt: 'decided_at',
  },
  [
    'author_type',
    'author_id',
    'author_name',
    'decided_by_type',
    'decided_by_id',
    'decided_by_name',
  ],
);

/** A proposal as a person sees it. */
export interface ProposalView extends RowOf<typeof PROPOSAL> {
  key: string;
  locale: string;
  /** True if the source text has changed since the text was proposed. */
  outdated: boolean;
  key_source_version: number;
  /** Bit mask of the findings, as a decimal number. */
  checks: string;
  voted: boolean;
  own: boolean;
}

/** SQL that reads the proposals `p`, with fields that depend on the person who reads them. */
const selectViews = (projectId: ProjectRef, personId: string) => sql`
  select ${selectedColumns(PROPOSAL, 'p')}, k.name as key, l.code as locale,
         p.source_version <> k.source_version as outdated, k.source_version as key_source_version,
         ${readMask(sql`p.checks`)} as checks,
         exists (
           select from proposal_vote v
           where v.project_id = ${projectId}::uuid and v.proposal_id = p.id
             and v.user_id = ${personId}::uuid) as voted,
         p.person_id = ${personId}::uuid as own
  from proposal p
  cross join ${lookUpKey(projectId, sql`p.key_id`)} k
  join locale l on l.project_id = ${projectId}::uuid and l.id = p.locale_id`;

export interface ProposalFilter {
  state: ProposalState;
  keyId: string | null;
  localeId: number | null;
  /** True to list only proposals of the person who reads the list. */
  isOwn: boolean;
}

/** Lists proposals for values of active keys, newest first. */
export async function listProposals(
  db: Db,
  projectId: ProjectRef,
  personId: string,
  { state, keyId, localeId, isOwn }: ProposalFilter,
  { after, limit }: PageQuery,
): Promise<Page<ProposalView>> {
  // A key or a person has few proposals, so their index is used instead of the index on the project.
  const isNarrow = keyId !== null || isOwn;
  const conditions: RawBuilder<unknown>[] = [
    isNarrow ? isOfProject(sql`p.project_id`, projectId) : sql`p.project_id = ${projectId}::uuid`,
    // PostgreSQL uses a partial index only if the statement repeats its condition.
    state === 'open' ? sql`p.state = 'open'` : sql`p.state = ${state} and p.state <> 'open'`,
    sql`k.archived_at is null`,
    ...(keyId === null ? [] : [sql`p.key_id = ${keyId}::uuid`]),
    ...(localeId === null ? [] : [sql`p.locale_id = ${localeId}::smallint`]),
    ...(isOwn ? [sql`p.person_id = ${personId}::uuid`] : []),
    ...(after === null ? [] : [sql`p.id < ${after}::uuid`]),
  ];
  const { rows } = await sql<ProposalView>`
    ${selectViews(projectId, personId)}
    where ${sql.join(conditions, sql` and `)}
    order by p.id desc limit ${limit + 1}`.execute(db);
  return pageOf(rows, limit, ({ id }) => id);
}

/**
 * Reads a proposal, even if the key of its value is archived.
 * @throws `not_found`
 */
export async function getProposal(
  db: Db,
  projectId: ProjectRef,
  personId: string,
  proposalId: string,
): Promise<ProposalView> {
  const { rows } = await sql<ProposalView>`
    ${selectViews(projectId, personId)}
    where p.project_id = ${projectId}::uuid and p.id = ${proposalId}::uuid`.execute(db);
  return rows[0] ?? fail('not_found', 'The proposal does not exist.');
}

/** A proposal and the fields that determine who may change it. */
export interface HeldProposal {
  id: string;
  key_id: string;
  locale_id: number;
  locale: string;
  text: string;
  state: ProposalState;
  person_id: string;
  /** Version of the source string for which the text was proposed. */
  source_version: number;
  /** True if the key is archived. */
  archived: boolean;
}

/**
 * Reads a proposal, and locks it until the transaction ends.
 * @throws `not_found`
 */
export const lockProposal = (tx: Db, projectId: ProjectRef, proposalId: string) =>
  findProposal(tx, projectId, proposalId, sql`for no key update of p`);

/** @throws `not_found` */
export async function findProposal(
  db: Db,
  projectId: ProjectRef,
  proposalId: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<HeldProposal> {
  const { rows } = await sql<HeldProposal>`
    select p.id, p.key_id, p.locale_id, l.code as locale, p.text, p.state, p.person_id, p.source_version,
           k.archived_at is not null as archived
    from proposal p
    join translation_key k on k.project_id = ${projectId}::uuid and k.id = p.key_id
    join locale l on l.project_id = ${projectId}::uuid and l.id = p.locale_id
    where p.project_id = ${projectId}::uuid and p.id = ${proposalId}::uuid
    ${lock}`.execute(db);
  return rows[0] ?? fail('not_found', 'The proposal does not exist.');
}

/** @throws `conflict` if the proposal was decided */
export function requireOpenProposal({ state }: { state: ProposalState }): void {
  if (state !== 'open') fail('conflict', `The proposal is ${state}, not open.`);
}

export interface ProposalPlace {
  keyId: string;
  localeId: number;
}

/** Returns the open proposals for a value. */
export async function findOpenProposals(
  tx: Db,
  projectId: ProjectRef,
  { keyId, localeId }: ProposalPlace,
): Promise<{ id: string; person_id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; person_id: string; text: string }>`
    select p.id, p.person_id, p.text from proposal p
    where p.key_id = ${keyId}::uuid and p.locale_id = ${localeId}::smallint and p.state = 'open'
      and ${isOfProject(sql`p.project_id`, projectId)}`.execute(tx);
  return rows;
}

export interface NewProposal extends ProposalPlace {
  text: string;
  baseVersion: number;
  sourceVersion: number;
  checks: bigint;
  author: Actor;
  personId: string;
  now: Date;
}

/**
 * Inserts a proposal. If the person already has an open proposal for the value, replaces its text
 * and deletes the votes for the replaced text.
 * @returns the id of the proposal
 */
export async function upsertProposal(
  tx: Db,
  projectId: ProjectRef,
  { author, ...proposal }: NewProposal,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into proposal
      (project_id, id, key_id, locale_id, text, base_version, source_version, checks,
       author_type, author_id, author_name, person_id, created_at, event_id)
    values
      (${projectId}::uuid, ${newId()}::uuid, ${proposal.keyId}::uuid, ${proposal.localeId}::smallint,
       ${proposal.text}, ${proposal.baseVersion}, ${proposal.sourceVersion}, ${proposal.checks},
       ${author.type}, ${author.id}::uuid, ${author.name}, ${proposal.personId}::uuid,
       ${proposal.now}::timestamptz, ${newId()}::uuid)
    on conflict (key_id, locale_id, person_id, project_id) where state = 'open'
    do update set text = excluded.text, base_version = excluded.base_version,
      source_version = excluded.source_version, checks = excluded.checks,
      author_type = excluded.author_type, author_id = excluded.author_id,
      author_name = excluded.author_name, created_at = excluded.created_at,
      event_id = excluded.event_id, votes_count = 0
    returning id`.execute(tx);
  const { id } = rows[0]!;
  await tx
    .deleteFrom('proposal_vote')
    .where('project_id', '=', projectId)
    .where('proposal_id', '=', id)
    .execute();
  await markProposals(tx, projectId);
  return id;
}

export interface Decision {
  state: Exclude<ProposalState, 'open'>;
  actor: Actor;
  now: Date;
}

/** Stores the decision about an open proposal that the transaction has locked. */
export async function decideProposal(
  tx: Db,
  projectId: ProjectRef,
  proposalId: string,
  decision: Decision,
): Promise<void> {
  await decide(tx, projectId, sql`select ${proposalId}::uuid as id`, decision);
}

/**
 * Accepts all open proposals of a text for a value.
 * @returns the ids of the proposals
 */
export function acceptText(
  tx: Db,
  projectId: ProjectRef,
  { keyId, localeId, text }: ProposalPlace & { text: string },
  by: Omit<Decision, 'state'>,
): Promise<string[]> {
  const held = sql`
    select id from proposal
    where ${isOfProject(sql`project_id`, projectId)} and key_id = ${keyId}::uuid
      and locale_id = ${localeId}::smallint and state = 'open' and text = ${text}
    order by id
    for no key update`;
  return decide(tx, projectId, held, { ...by, state: 'accepted' });
}

async function decide(
  tx: Db,
  projectId: ProjectRef,
  held: RawBuilder<unknown>,
  { state, actor, now }: Decision,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; locale_id: number; person_id: string }>`
    with held as materialized (${held})
    update proposal p
    set state = ${state}, decided_by_type = ${actor.type}, decided_by_id = ${actor.id}::uuid,
        decided_by_name = ${actor.name}, decided_at = ${now}::timestamptz,
        event_id = ${newId()}::uuid
    from held where p.project_id = ${projectId}::uuid and p.id = held.id
    returning p.id, p.locale_id, p.person_id`.execute(tx);
  await markProposals(tx, projectId);
  const groups = rows.map(({ locale_id: localeId, person_id: personId }) =>
    idOfGroup({ projectId, localeId, personId }),
  );
  await renewInboxes(tx, groups);
  return rows.map(({ id }) => id);
}

/** Changes the revision that covers the proposal data in rows of the editor. */
async function markProposals(tx: Db, projectId: ProjectRef): Promise<void> {
  await marks(projectId, [PROPOSALS])!.execute(tx);
}
