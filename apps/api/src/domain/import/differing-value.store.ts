import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import type { ProjectRef } from '../tenant.ts';

/** A text of a file; `state` is null if the file says nothing of it. */
export interface ComparedText {
  readonly key: { readonly id: string };
  readonly text: string;
  readonly state: ValueState | null;
}

/** A value that is there and is not as it is to be. */
export interface DifferingValue {
  /** Index among the writes that were asked about. */
  index: number;
  version: number;
  state: ValueState;
  origin: ValueOrigin;
}

/**
 * Which of `texts` differ from what the locale has, and which it lacks (`version` 0). A file that repeats a reviewed
 * text as translated does not differ: most formats cannot say more.
 */
export async function findDifferences(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  { texts, lowersTo }: { texts: readonly ComparedText[]; lowersTo: readonly ValueState[] },
): Promise<DifferingValue[]> {
  const { rows } = await sql<DifferingValue>`
    select u.ord::int - 1 as index, coalesce(v.version, 0) as version, v.state, v.origin
    from unnest(${texts.map(({ key }) => key.id)}::uuid[],
                ${texts.map(({ text }) => text)}::text[],
                ${texts.map(({ state }) => state)}::value_state[])
      with ordinality u(key_id, text, state, ord)
    left join lateral (
      -- The limit keeps this one look-up a row with any statistics of the table.
      select * from translation_value v
      where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
        and v.key_id = u.key_id
      limit 1) v on true
    where v.text is distinct from u.text
      or v.state <> u.state
        and (v.state <> 'reviewed' or u.state = any(${lowersTo}::value_state[]))`.execute(db);
  return rows;
}
