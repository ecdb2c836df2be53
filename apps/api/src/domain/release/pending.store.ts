import type { ReleaseChange } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUpName, lookUpValue } from '../../db/look-ups.ts';
import type { ProjectRef } from '../kernel/index.ts';
import {
  countStandIns,
  type MessageSource,
  type StandInCounts,
  selectMessages,
} from './messages.store.ts';
import type { MadeMessages } from './release.store.ts';
import { messagesOf } from './release-diff.store.ts';

/** Numbers of messages in a locale that a release would add, change or remove. */
export interface ChangeTally {
  added: number;
  changed: number;
  removed: number;
  /**
   * Number of added and changed messages that are texts of another locale. Null for messages of an
   * earlier release, which stores only their total number.
   */
  changedStandIns: number | null;
}

/** The messages that a locale has in a release. */
export interface MessageCounts {
  keys: number;
  /** Null if the release that has counted the messages did not count their locales. */
  standIns: StandInCounts | null;
}

/** The messages of a locale in a new release: texts of now, or messages of an earlier release. */
export type PendingContent = MessageSource | MadeMessages;

export interface PendingLocale {
  projectId: ProjectRef;
  /** The messages of the new release. Null if the release would not contain the locale. */
  content: PendingContent | null;
  live: Buffer | null;
}

/**
 * Compares two versions of the messages of a locale: the messages that a release would have, and
 * the published messages. PostgreSQL sends only the requested page of differences. With a limit
 * of 0, only counts the differences.
 */
export async function comparePending(
  tx: Db,
  { projectId, content, live }: PendingLocale,
  page: { after: string | null; limit: number },
): Promise<{ tally: ChangeTally; counts: MessageCounts; rows: ReleaseChange[] }> {
  const earlier = content !== null && 'sha256' in content ? content : null;
  const source = content !== null && 'localeId' in content ? content : null;
  const now: RawBuilder<unknown> =
    source === null
      ? sql`select name, text, 0 as place from (${messagesOf(projectId, earlier?.sha256)}) message`
      : sql`select name, text, place from (${await selectMessages(tx, source)}) message`;
  type Row = { tally: ChangeTally; counts: MessageCounts } & (ReleaseChange | { key: null });
  const { rows } = await sql<Row>`
    with a as (${messagesOf(projectId, live)}), b as materialized (${now}), diff as materialized (
      select coalesce(b.name, a.name) as key,
             case when a.name is null then 'added' when b.name is null then 'removed'
                  else 'changed' end as change,
             a.text as before, b.text as after, b.place
      from a full join (select * from b where text is not null) b on a.name = b.name
      where a.text is distinct from b.text
    ), tally as (
      select json_build_object(
               'added', count(*) filter (where change = 'added'),
               'changed', count(*) filter (where change = 'changed'),
               'removed', count(*) filter (where change = 'removed'),
               'changedStandIns', count(*) filter (where place > 0)) as tally
      from diff
    ), counts as (
      select json_build_object(
               'keys', count(*) filter (where text is not null),
               'standIns', ${source === null ? sql`'{}'::json` : countStandIns(source)}) as counts
      from b
    ), page as (
      select key, change, before, after from diff
      where ${page.after}::text is null or key > ${page.after}::text collate "C"
      order by key collate "C"
      limit ${page.limit}
    )
    select tally.tally, counts.counts, page.*
    from tally cross join counts left join page on true
    order by page.key collate "C"`.execute(tx);
  const { tally, counts } = rows[0]!;
  const changes = rows.flatMap(({ tally: _, counts: __, ...row }) =>
    row.key === null ? [] : [row],
  );
  if (earlier === null) return { tally, counts, rows: await markFallbacks(tx, source, changes) };
  return {
    tally: { ...tally, changedStandIns: null },
    counts: { ...counts, standIns: earlier.stand_ins },
    rows: changes,
  };
}

/** Marks differences whose new text comes from a fallback locale. */
async function markFallbacks(
  tx: Db,
  source: MessageSource | null,
  changes: readonly ReleaseChange[],
): Promise<ReleaseChange[]> {
  const names = changes.flatMap(({ key, after }) => (after === null ? [] : [key]));
  if (source === null || source.standIns.length === 0 || names.length === 0) {
    return changes.map((change) => ({ ...change, fallback: false }));
  }
  const ownNames = await findOwnNames(tx, source, names);
  return changes.map((change) => ({
    ...change,
    fallback: change.after !== null && !ownNames.has(change.key),
  }));
}

/**
 * Returns the names of the keys that have a text in the locale itself, not only in a fallback
 * locale.
 */
async function findOwnNames(
  tx: Db,
  { projectId, localeId, onlyReviewed }: MessageSource,
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select u.name
    from unnest(${names}::text[]) u(name)
    cross join ${lookUpName('translation_key', projectId, sql`u.name`)} k
    cross join ${lookUpValue(projectId, localeId, sql`k.id`)} v
    where k.archived_at is null and (not ${onlyReviewed}::boolean or v.state = 'reviewed')`.execute(
    tx,
  );
  return new Set(rows.map(({ name }) => name));
}
