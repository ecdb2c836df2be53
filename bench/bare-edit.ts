import type pg from 'pg';

/** Place of a value that is edited. */
export interface Edited {
  projectId: string;
  valueId: string;
}

/** Writes a value and its history, nothing else: two statements in a transaction. */
export async function saveBare(
  pool: pg.Pool,
  { projectId, valueId }: Edited,
  text: string,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into value_history (project_id, locale_id, key_id, version, text, state, origin,
                                  source_version, change_id, at)
       select project_id, locale_id, key_id, version, text, state, origin, source_version, change_id,
              updated_at
       from translation_value where project_id = $1 and id = $2 for no key update`,
      [projectId, valueId],
    );
    await client.query(
      `update translation_value set text = $3, version = version + 1, updated_at = now()
       where project_id = $1 and id = $2`,
      [projectId, valueId, text],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
