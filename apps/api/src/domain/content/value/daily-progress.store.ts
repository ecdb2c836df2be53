import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/** Used in place of a locale id for the figures of all enabled target locales of a project. */
export const TARGET_LOCALES = 0;

/** Numbers of values in a locale, or in all target locales ({@link TARGET_LOCALES}). */
export interface ProgressFigures {
  readonly projectId: string;
  readonly localeId: number;
  readonly translated: number;
  readonly needsReview: number;
  readonly missing: number;
}

/**
 * Stores the figures of a day in UTC, such as `2026-01-31`. Skips figures that equal the last stored figures. A second
 * call for the same day overwrites the first.
 */
export async function noteProgress(
  db: Db,
  day: string,
  figures: readonly ProgressFigures[],
): Promise<void> {
  if (figures.length === 0) return;
  await sql`
    insert into daily_progress as p (project_id, locale_id, day, translated, needs_review, missing)
    select u.project_id, u.locale_id, ${day}::date, u.translated, u.needs_review, u.missing
    from unnest(${figures.map(({ projectId }) => projectId)}::uuid[],
                ${figures.map(({ localeId }) => localeId)}::smallint[],
                ${figures.map(({ translated }) => translated)}::bigint[],
                ${figures.map(({ needsReview }) => needsReview)}::bigint[],
                ${figures.map(({ missing }) => missing)}::bigint[])
      u(project_id, locale_id, translated, needs_review, missing)
    left join lateral (
      select l.translated, l.needs_review, l.missing from daily_progress l
      where l.project_id = u.project_id and l.locale_id = u.locale_id and l.day <= ${day}::date
      order by l.day desc limit 1
    ) last on true
    where (last.translated, last.needs_review, last.missing)
          is distinct from (u.translated, u.needs_review, u.missing)
    on conflict (project_id, locale_id, day)
    do update set translated = excluded.translated, needs_review = excluded.needs_review,
                  missing = excluded.missing`.execute(db);
}

export type ProgressRow = ProgressFigures & { readonly day: string };

/**
 * Returns the figures of projects that were stored since the day `from`. The last figures before
 * this day count as the figures of the day `from`. `of` selects the figures of each locale, or the
 * figures of all target locales of a project together.
 */
export async function listProgressRows(
  db: Db,
  projectIds: readonly string[],
  { from, of }: { from: string; of: 'targets' | 'locales' },
): Promise<ProgressRow[]> {
  const isOf = of === 'targets' ? sql`= ${TARGET_LOCALES}` : sql`<> ${TARGET_LOCALES}`;
  const { rows } = await sql<ProgressRow>`
    with known as (
      select project_id, locale_id, max(day) filter (where day <= ${from}::date) as first_day
      from daily_progress
      where project_id = any(${[...projectIds]}::uuid[]) and locale_id ${isOf}
      group by project_id, locale_id
    )
    select p.project_id as "projectId", p.locale_id as "localeId",
           greatest(p.day, ${from}::date)::text as day, p.translated,
           p.needs_review as "needsReview", p.missing
    from known k
    join daily_progress p on p.project_id = k.project_id and p.locale_id = k.locale_id
      and p.day >= coalesce(k.first_day, ${from}::date)
    order by p.project_id, p.locale_id, p.day`.execute(db);
  return rows;
}

export async function forgetProgress(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
): Promise<void> {
  await tx
    .deleteFrom('daily_progress')
    .where('project_id', '=', projectId)
    .where('locale_id', '=', localeId)
    .execute();
}
