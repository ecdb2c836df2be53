import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { valueCounts } from '../../../content/index.ts';
import { type OwnerRef, trustedOwner } from '../../../kernel/index.ts';
import { isEnabledLocale } from '../../../project/index.ts';
import type { WaitingProject } from '../event-body.ts';

/** SQL condition: the daily summary of at least one chat is due. */
export const isAnyChatDigestDue = (now: Date): RawBuilder<boolean> => sql<boolean>`
  exists (select from webhook where next_digest_at <= ${now}::timestamptz and disabled_at is null)`;

export interface DueDigest {
  readonly organizationId: OwnerRef;
  readonly webhookId: string;
  readonly digestAt: string;
  readonly projectIds: readonly string[] | null;
  readonly locales: readonly string[] | null;
}

/** Locks one chat whose summary is due and that no other process has locked. Returns null if there is none. */
export async function lockDueDigest(tx: Db, now: Date): Promise<DueDigest | null> {
  const { rows } = await sql<{
    organization_id: string;
    id: string;
    digest_at: string;
    project_ids: string[] | null;
    locale_tags: string[] | null;
  }>`
    select organization_id, id, digest_at, project_ids, locale_tags
    from webhook where next_digest_at <= ${now}::timestamptz and disabled_at is null
    order by next_digest_at, organization_id, id limit 1 for update skip locked`.execute(tx);
  const [row] = rows;
  return row
    ? {
        organizationId: trustedOwner(row.organization_id),
        webhookId: row.id,
        digestAt: row.digest_at,
        projectIds: row.project_ids,
        locales: row.locale_tags,
      }
    : null;
}

export async function setNextDigest(
  tx: Db,
  { organizationId, webhookId }: Pick<DueDigest, 'organizationId' | 'webhookId'>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ next_digest_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .execute();
}

/** Maximum number of projects that are examined for a summary. */
const MAX_PROJECTS = 200;

/**
 * Returns the projects of an organization in which work on active keys, in enabled locales, waits
 * for people, oldest first.
 */
export async function listWaitingProjects(
  db: Db,
  { organizationId, projectIds, locales }: DueDigest,
): Promise<WaitingProject[]> {
  const isOfLocale = (id: RawBuilder<unknown>) => sql`(
    ${isEnabledLocale(sql`p.id`, id)} and (${locales}::text[] is null or exists (
      select from locale l
      where l.project_id = p.id and l.id = ${id} and l.code = any(${locales}::text[]))))`;
  const isOfActiveKey = (id: RawBuilder<unknown>) => sql`exists (
    select from translation_key k
    where k.project_id = p.id and k.id = ${id} and k.archived_at is null)`;
  const { rows } = await sql<WaitingProject>`
    select p.slug, q.questions, o.proposals, r.reviews
    from (
      select id, slug from project
      where organization_id = ${organizationId}::uuid and archived_at is null
        and (${projectIds}::uuid[] is null or id = any(${projectIds}::uuid[]))
      order by id limit ${MAX_PROJECTS}) p
    cross join lateral (
      select count(*) as questions from comment c
      where c.project_id = p.id and c.is_open and ${isOfActiveKey(sql`c.key_id`)}
        and (c.locale_id is null or ${isOfLocale(sql`c.locale_id`)})) q
    cross join lateral (
      select count(*) as proposals from proposal o
      where o.project_id = p.id and o.state = 'open' and ${isOfActiveKey(sql`o.key_id`)}
        and ${isOfLocale(sql`o.locale_id`)}) o
    cross join lateral (
      select coalesce(sum(v.values_count), 0)::bigint as reviews from ${valueCounts(sql`p.id`)} v
      where v.state = 'needs_review' and ${isOfLocale(sql`v.locale_id`)}) r
    where q.questions + o.proposals + r.reviews > 0
    order by p.id`.execute(db);
  return rows;
}
