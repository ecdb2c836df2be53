import { LIMITS } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { LAST_LOCALE_ID } from '../../../db/ids/value-id.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import { fail } from '../../../errors.ts';
import { type ProjectRef, type RowOf, recordOf } from '../../kernel/index.ts';
import { localeNameOf } from './locale-tag.ts';
import { failLocale } from './require-locales.ts';

export const LOCALE = recordOf('locale', { code: 'code', name: 'name', enabled: 'enabled' }, [
  'project_id',
  'id',
]);
export type LocaleRow = RowOf<typeof LOCALE>;

/** Returns all locales of a project in the order of their creation. */
export const listAllLocales: (db: Db, projectId: ProjectRef) => Promise<LocaleRow[]> =
  namedStatement('list_locales', (db, projectId: RawBuilder<string>) =>
    db
      .selectFrom('locale')
      .where('project_id', '=', projectId)
      .select(LOCALE.columns)
      .orderBy('id'),
  );

export const localesOf = (projectId: RawBuilder<unknown>): RawBuilder<LocaleRow[]> => sql`(
  select json_agg(json_build_object(${sql.join(
    LOCALE.columns.flatMap((column) => [sql.lit(column), sql.ref(`l.${column}`)]),
  )}) order by l.id)
  from locale l where l.project_id = ${projectId})`;

const selectLocale = namedStatement(
  'find_locale',
  (db, projectId: RawBuilder<string>, code: RawBuilder<string>) =>
    db
      .selectFrom('locale')
      .where('project_id', '=', projectId)
      .where('code', '=', code)
      .select(LOCALE.columns),
);

export async function findLocale(
  db: Db,
  projectId: ProjectRef,
  code: string,
): Promise<LocaleRow | null> {
  return (await selectLocale(db, projectId, code))[0] ?? null;
}

/** @throws `not_found` */
export async function getLocale(db: Db, projectId: ProjectRef, code: string): Promise<LocaleRow> {
  return (await findLocale(db, projectId, code)) ?? failLocale(code);
}

export interface NewLocale {
  code: string;
  /** English name of the locale. Defaults to CLDR's name. */
  name?: string;
  enabled?: boolean;
}

/**
 * Adds locales to a project. The caller has locked the project's row, so that no other transaction
 * assigns the same numbers.
 * @throws `limit_exceeded`
 */
export async function insertLocales(
  db: Db,
  projectId: ProjectRef,
  locales: readonly NewLocale[],
  now: Date,
): Promise<LocaleRow[]> {
  if (locales.length === 0) return [];
  const existing = await listAllLocales(db, projectId);
  if (existing.length + locales.length > LIMITS.localesPerProject) {
    fail('limit_exceeded', `A project can have at most ${LIMITS.localesPerProject} locales.`);
  }
  const first = await takeLocaleIds(db, projectId, locales.length);
  return db
    .insertInto('locale')
    .values(
      locales.map(({ code, name, enabled }, index) => ({
        project_id: projectId,
        id: first + index,
        code,
        name: name ?? localeNameOf(code),
        enabled: enabled ?? true,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(LOCALE.columns)
    .execute();
}

/**
 * Reserves consecutive numbers for new locales. A number is never used again, because ids of values
 * contain it.
 * @returns the first number
 */
async function takeLocaleIds(db: Db, projectId: ProjectRef, count: number): Promise<number> {
  const row = await db
    .updateTable('project')
    .set((eb) => ({ last_locale_id: eb('last_locale_id', '+', count) }))
    .where('id', '=', projectId)
    .where('last_locale_id', '<=', LAST_LOCALE_ID - count)
    .returning('last_locale_id as last')
    .executeTakeFirst();
  if (!row) {
    fail('limit_exceeded', `A project can add at most ${LAST_LOCALE_ID} locales in its lifetime.`);
  }
  return row.last - count + 1;
}

export async function updateLocaleRow(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  change: { name?: string; enabled?: boolean },
  now: Date,
): Promise<LocaleRow> {
  return db
    .updateTable('locale')
    .set({ ...change, updated_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', localeId)
    .returning(LOCALE.columns)
    .executeTakeFirstOrThrow();
}

/**
 * Deletes a locale without values. Rows of other tables may still contain the locale's number, but
 * are no longer read.
 */
export async function deleteLocaleRow(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
): Promise<void> {
  await tx
    .deleteFrom('locale')
    .where('project_id', '=', projectId)
    .where('id', '=', localeId)
    .execute();
}
