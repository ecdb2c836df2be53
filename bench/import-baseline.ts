import { randomUUID } from 'node:crypto';
import type { Project } from '@parlance/contracts';
import pg from 'pg';
import { newId } from '../apps/api/src/db/uuid.ts';

/**
 * The shortest script that puts a flat JSON file into the same two tables: one parse, one statement a
 * table, one transaction. No names are looked up, nothing is counted, compared or answered.
 */
export async function baseline(
  databaseUrl: string,
  project: Project,
  file: string,
): Promise<{ firstMs: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const startedAt = performance.now();
    const messages = Object.entries(JSON.parse(file) as Record<string, string>);
    const ids = messages.map(() => newId());
    await client.query('begin');
    await client.query(
      `insert into translation_key (project_id, id, organization_id, name, name_hash, source_version, created_at, updated_at)
       select $1, u.id, $2, u.name, name_hash(u.name), 1, now(), now() from unnest($3::uuid[], $4::text[]) u(id, name)`,
      [project.id, project.organizationId, ids, messages.map(([name]) => name)],
    );
    await client.query(
      `insert into translation_value (project_id, locale_id, key_id, id, text, state, origin, source_version, change_id, updated_at)
       select $1, 1, u.key, u.id, u.text, 'translated', 'import', 1, $2, now() from unnest($3::uuid[], $4::uuid[], $5::text[]) u(key, id, text)`,
      [
        project.id,
        randomUUID(),
        ids,
        messages.map(() => newId()),
        messages.map(([, text]) => text),
      ],
    );
    await client.query('commit');
    return { firstMs: Math.round(performance.now() - startedAt) };
  } finally {
    await client.end();
  }
}
