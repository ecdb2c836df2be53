import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeProject } from '../../../../test/app/describe-project.ts';
import { awaitLockWait } from '../../../../test/measure/lock-waits.ts';
import { valueIdOf } from '../../../db/ids/value-id.ts';
import { lockRules } from '../../kernel/project-lock.store.ts';
import { trustedProject } from '../../kernel/tenant.ts';
import { indexMemory } from '../../translation/memory/index-memory.ts';
import { runRechecks } from '../check/run-rechecks.ts';
import { hasRechecks } from '../recheck/recheck.store.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
const { signal } = new AbortController();
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { works: false },
);

const i18n = () => tenant.client.i18n;
const bring = (locale: string, content: Record<string, string>) =>
  i18n().projects.import({ projectId, locale, content });
const checksOf = async (locale: string): Promise<Record<string, readonly string[]>> => {
  const { data } = await i18n().values.list({ projectId, locale });
  return Object.fromEntries(data.map((row) => [row.key, 'checks' in row ? row.checks! : []]));
};

async function countMarks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from revision_mark where project_id = ${projectId}::uuid`.execute(
    app.db,
  );
  return rows[0]!.count;
}

async function countUpdates(): Promise<{ inserted: number; updated: number }> {
  return app.db.connection().execute(async (db) => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ inserted: number; updated: number }>`
      select sum(n_tup_ins)::int as inserted, sum(n_tup_upd)::int as updated
      from pg_stat_user_tables where relname in ('translation_key', 'translation_value')`.execute(
      db,
    );
    return rows[0]!;
  });
}

it('a first import writes each key and value once, with findings and hashes', async () => {
  const settled = async (): Promise<{ inserted: number; updated: number }> => {
    await runRechecks(app.db, trustedProject(projectId));
    await indexMemory(app.deps, signal);
    return countUpdates();
  };
  const texts = (text: string) =>
    Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [`k${index}`, `${text} ${index}`]),
    );
  const before = await settled();
  await bring('en', texts('Hello {name}'));
  await bring('de', texts('Hallo'));
  await eventually(async () => {
    const after = await settled();
    expect(after.inserted - before.inserted).toBe(9_000);
  });
  expect((await settled()).updated - before.updated).toBe(0);
  expect((await checksOf('de')).k0).toEqual(['placeholder_missing']);
  const { rows } = await sql`
    select from translation_key
    where project_id = ${projectId}::uuid and source_hash is not null and masked_hash is not null`.execute(
    app.db,
  );
  expect(rows).toHaveLength(3_000);
});

it('a plural form is checked as a form even if a later batch of the file completes its family', async () => {
  const many = Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`k${index}`, 'x']));
  await bring('en', { item_one: 'One {n}', ...many, item_other: '{n} items' });
  await bring('de', { item_one: 'Eins', item_other: 'Stück' });
  await runRechecks(app.db, trustedProject(projectId));
  const { data } = await i18n().values.list({ projectId, locale: 'de' });
  const { data: found } = await i18n().findings.get({ projectId, valueId: data[0]!.id! });
  const stored = (await checksOf('de')).item_one;
  expect(stored).toEqual([...new Set(found.findings.map(({ code }) => code))]);
});

it('the texts of an import are checked again if a glossary term is added during the import', async () => {
  await bring('en', { a: 'Open the order' });
  let imported: Promise<unknown> = Promise.resolve();
  await app.db.transaction().execute(async (tx) => {
    await lockRules(tx, trustedProject(projectId), 'exclusive');
    imported = bring('de', { a: 'Öffnen' });
    await awaitLockWait(app);
    await sql`
      insert into glossary_term (project_id, id, term, translations, created_at, updated_at)
      values (${projectId}::uuid, gen_random_uuid(), 'order', '{"de": "Auftrag"}', now(), now())`.execute(
      tx,
    );
  });
  await imported;
  expect((await checksOf('de')).a).toEqual([]);
  expect(await hasRechecks(app.db, trustedProject(projectId))).toBe(true);
  await runRechecks(app.db, trustedProject(projectId));
  expect((await checksOf('de')).a).toEqual(['glossary_term']);
});

it('a recheck skips values that other transactions lock, and returns to them later', async () => {
  await bring('en', { a: 'Open the order', b: 'Close the order' });
  await bring('de', { a: 'Öffnen', b: 'Schließen' });
  const id = trustedProject(projectId);
  await i18n().glossary.create({ projectId, term: 'order', translations: { de: 'Auftrag' } });
  let ended: Promise<boolean> = Promise.resolve(false);
  await app.db.transaction().execute(async (tx) => {
    await sql`
      select from translation_value v join translation_key k on k.id = v.key_id
      where v.project_id = ${projectId}::uuid and v.locale_id = 2 and k.name = 'a' for update of v`.execute(
      tx,
    );
    ended = runRechecks(app.db, id);
    await eventually(async () => expect((await checksOf('de')).b).toEqual(['glossary_term']));
    expect((await checksOf('de')).a).toEqual([]);
    const marksBefore = await countMarks();
    expect(await runRechecks(app.db, id, { waitsForHeld: false })).toBe(false);
    expect(await runRechecks(app.db, id, { waitsForHeld: false })).toBe(false);
    expect(await countMarks()).toBe(marksBefore);
  });
  expect(await ended).toBe(true);
  expect((await checksOf('de')).a).toEqual(['glossary_term']);
});

it('the number of a removed locale is not reused, because ids of values contain it', async () => {
  await bring('en', { a: 'A' });
  const { data: key } = await i18n().keys.list({ projectId });
  const idIn = async (locale: string): Promise<string> => {
    await bring(locale, { a: locale });
    return (await i18n().values.list({ projectId, locale })).data[0]!.id!;
  };
  await i18n().locales.create({ projectId, code: 'fr' });
  await i18n().locales.delete({ projectId, localeCode: 'fr' });
  const ids = [await idIn('de'), await idIn('es')];
  const numbers = ids.map((id) => Number.parseInt(id.slice(-4), 16));
  expect(ids).toEqual(numbers.map((number) => valueIdOf(key[0]!.id, number)));
  expect(numbers).toEqual([3, 4]);
  const other = (await createProject(tenant.client)).id;
  const elsewhere = { projectId: other, valueId: ids[0]! };
  await expect(i18n().values.update({ ...elsewhere, text: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('the hashes for a new source locale are computed without waiting for locked keys', async () => {
  await bring('en', { a: 'Save', b: 'Send' });
  await bring('de', { a: 'Sichern', b: 'Senden' });
  await indexMemory(app.deps, signal);
  await i18n().projects.update({ projectId, sourceLocale: 'de' });
  const { id: otherId } = await createProject(tenant.client);
  await i18n().projects.import({ projectId: otherId, locale: 'en', content: { c: 'Copy' } });
  await i18n().projects.import({ projectId: otherId, locale: 'de', content: { c: 'Kopieren' } });
  await i18n().projects.update({ projectId: otherId, sourceLocale: 'de' });
  const unhashed = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select name from translation_key
      where project_id = any(${[projectId, otherId]}::uuid[]) and source_hash is null
      order by name`.execute(app.db);
    return rows.map(({ name }) => name);
  };
  expect(await unhashed()).toEqual(['a', 'b', 'c']);
  await app.db.transaction().execute(async (tx) => {
    await sql`
      select from translation_key
      where project_id = ${projectId}::uuid and name = 'a' for no key update`.execute(tx);
    await indexMemory(app.deps, signal);
    expect(await unhashed()).toEqual(['a']);
  });
  await indexMemory(app.deps, signal);
  expect(await unhashed()).toEqual([]);
});
