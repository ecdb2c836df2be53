import type pg from 'pg';
import { placeOfValue } from '../../apps/api/src/db/ids/value-id.ts';

/** Identifies a value to edit. */
export interface Edited {
  projectId: string;
  valueId: string;
}

export interface BareOptions {
  /** Number of statements before the write that look up the value, as many as the service has. */
  readonly reads?: number;
  /** Number of rows that a third statement inserts into the table of {@link createBareTable}. */
  readonly moreRows?: number;
}

/** Creates a table with only a primary key. */
export async function createBareTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists bare_row (
       project_id uuid not null, id uuid not null, text text not null, at timestamptz not null,
       primary key (project_id, id))`,
  );
}

/** Writes a value and its history: two statements in a transaction. */
export async function saveBare(
  pool: pg.Pool,
  { projectId, valueId }: Edited,
  text: string,
  { reads = 0, moreRows = 0 }: BareOptions = {},
): Promise<void> {
  const { keyId, localeId } = placeOfValue(valueId);
  const place = [projectId, localeId, keyId];
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (let index = 0; index < reads; index++) {
      await client.query({
        name: 'bare_read',
        text: `select * from translation_value
               where project_id = $1 and locale_id = $2 and key_id = $3`,
        values: place,
      });
    }
    await client.query(
      `insert into value_history (project_id, locale_id, key_id, version, text, state, origin,
                                  source_version, change_id, at)
       select project_id, locale_id, key_id, version, text, state, origin, source_version, change_id,
              updated_at
       from translation_value where project_id = $1 and locale_id = $2 and key_id = $3
       for no key update`,
      place,
    );
    await client.query(
      `update translation_value set text = $4, version = version + 1, updated_at = now()
       where project_id = $1 and locale_id = $2 and key_id = $3`,
      [...place, text],
    );
    if (moreRows > 0) {
      await client.query(
        `insert into bare_row (project_id, id, text, at)
         select $1, gen_random_uuid(), $2, now() from generate_series(1, $3)`,
        [projectId, text, moreRows],
      );
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}
