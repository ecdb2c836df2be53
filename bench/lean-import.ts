import type pg from 'pg';
import { newId, newKeyId } from '../apps/api/src/db/ids/uuid.ts';

const ROWS_AT_ONCE = 10_000;

/** Creates two tables for names and texts with only their primary and unique keys. */
export async function createLeanTables(client: pg.Client): Promise<void> {
  await client.query(`
    create schema lean
      create table key (
        project_id uuid not null, id uuid not null, name text collate "C" not null,
        name_hash bytea not null, created_at timestamptz not null default now(),
        primary key (project_id, id), unique (project_id, name_hash))
      create table value (
        project_id uuid not null, locale_id smallint not null, key_id uuid not null,
        text text collate "C" not null, state text not null default 'translated',
        version int not null default 1, updated_at timestamptz not null default now(),
        primary key (project_id, locale_id, key_id))`);
}

/**
 * Stores a flat JSON file in one transaction with the least work. Looks up no names, and counts, compares, checks and
 * records nothing.
 */
export async function importLean(client: pg.Client, file: string): Promise<void> {
  const projectId = newId();
  const messages = Object.entries(JSON.parse(file) as Record<string, string>);
  await client.query('begin');
  for (let from = 0; from < messages.length; from += ROWS_AT_ONCE) {
    const part = messages.slice(from, from + ROWS_AT_ONCE);
    const ids = part.map(() => newKeyId());
    await client.query(
      `insert into lean.key (project_id, id, name, name_hash)
       select $1, u.id, u.name, substring(sha256(convert_to(u.name, 'UTF8')) for 16)
       from unnest($2::uuid[], $3::text[]) u(id, name)`,
      [projectId, ids, part.map(([name]) => name)],
    );
    await client.query(
      `insert into lean.value (project_id, locale_id, key_id, text)
       select $1, 1, u.id, u.text from unnest($2::uuid[], $3::text[]) u(id, text)`,
      [projectId, ids, part.map(([, text]) => text)],
    );
  }
  await client.query('commit');
}
