import type { ImportResult } from '@parlance/contracts';
import { type DeclaredPlural, findPluralFamilies, pluralCategories } from '@parlance/messages';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { type Refusal, refusalOf } from '../../../../test/app/refusal.ts';
import { storedValues } from '../../../../test/content/import.ts';
import { csvOf, type ImportedFile, importedFile } from '../../../../test/content/imported-file.ts';
import { needsKey } from '../../content/value/needed-values.ts';
import { valueCounts } from '../../content/value/value-delta.store.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

class ModelKey {
  archived = false;
  sourceVersion = 0;
  #lastVersion = 0;
  readonly #ended = new Map<string, { version: number; by: number }>();
  readonly #before = new Map<number, number>();

  reword(before: { text: string; sourceVersion: number }, text: string, by: number) {
    const earlier = this.#ended.get(text);
    this.#ended.set(before.text, { version: before.sourceVersion, by });
    this.#number(earlier?.version, by);
    return earlier?.by;
  }

  follow(endedBy: number | undefined, by: number): void {
    this.#number(endedBy === undefined ? undefined : this.#before.get(endedBy), by);
  }

  #number(earlier: number | undefined, by: number): void {
    this.#before.set(by, this.sourceVersion);
    const isEarlier = earlier !== undefined && earlier !== this.sourceVersion;
    this.sourceVersion = isEarlier ? earlier : this.#lastVersion + 1;
    this.#lastVersion = Math.max(this.#lastVersion, this.sourceVersion);
  }
}

/** Reference model: computes the content of a project after imports in the simplest way. */
class Model {
  #imports = 0;
  readonly keys = new Map<string, ModelKey>();
  readonly values = new Map<string, { text: string; version: number; sourceVersion: number }>();
  readonly locales = new Set<string>();

  /** Applies an import. Returns false if the service must refuse it. */
  import(file: ImportedFile): boolean {
    const { rows, locales, mode, prune } = file;
    const cells = rows.flatMap(({ name, texts }) =>
      locales.flatMap((locale, index) => {
        const text = texts[index];
        return text == null ? [] : [{ name, locale, text, slot: `${locale} ${name}` }];
      }),
    );
    const differs = cells.some(
      ({ slot, text }) => this.values.has(slot) && this.values.get(slot)!.text !== text,
    );
    if (mode === 'fail' && differs) return false;
    for (const locale of locales) this.locales.add(locale);
    for (const { name } of rows) {
      const key = this.keys.get(name) ?? new ModelKey();
      key.archived = false;
      this.keys.set(name, key);
    }
    this.#imports++;
    const written = new Set<string>();
    const reworded = new Map<string, number | undefined>();
    const older = new Set<string>();
    cells.sort((a, b) => Number(b.locale === 'en') - Number(a.locale === 'en'));
    for (const { name, locale, text, slot } of cells) {
      const key = this.keys.get(name)!;
      const value = this.values.get(slot);
      if (value && (mode === 'keep' || value.text === text)) continue;
      if (value && locale === 'en') {
        if (locales[0] !== 'en') {
          older.add(name);
          continue;
        }
        reworded.set(name, key.reword(value, text, this.#imports));
      }
      const sourceVersion =
        older.has(name) && locale !== 'en' ? Math.max(0, key.sourceVersion - 1) : key.sourceVersion;
      this.values.set(slot, { text, version: (value?.version ?? 0) + 1, sourceVersion });
      written.add(slot);
    }
    this.#outdateForms(reworded, written);
    const isSourceFile = locales[0] === 'en' && cells.some(({ locale }) => locale === 'en');
    if (prune && isSourceFile) {
      const named = new Set(rows.map(({ name }) => name));
      const forms = this.#formsBeside(named, new Set(cells.map(({ locale }) => locale)));
      for (const [name, key] of this.keys) {
        if (!named.has(name) && !forms.has(name)) key.archived = true;
      }
    }
    return true;
  }

  #formsBeside(named: ReadonlySet<string>, fileLocales: ReadonlySet<string>): Set<string> {
    const families = this.#families();
    const wantedFamilies = new Set([...named].map((name) => families.get(name)?.family));
    const others = [...this.locales].filter((locale) => !fileLocales.has(locale));
    const has = (locale: string, category: string): boolean =>
      (pluralCategories(locale) as readonly string[]).includes(category);
    const forms = [...families].filter(
      ([, { family, category }]) =>
        wantedFamilies.has(family) &&
        !has('en', category) &&
        others.some((locale) => has(locale, category)),
    );
    return new Set(forms.map(([name]) => name));
  }

  #families() {
    const active = [...this.keys].filter(([, key]) => !key.archived).map(([name]) => name);
    const isInSource = (name: string) => this.values.has(`en ${name}`);
    const options = { format: 'auto', sourceLocale: 'en', isInSource } as const;
    return findPluralFamilies(active, options);
  }

  /**
   * Marks translations as outdated. A plural form without a source text is translated from `other`.
   */
  #outdateForms(
    reworded: ReadonlyMap<string, number | undefined>,
    written: ReadonlySet<string>,
  ): void {
    const isInSource = (name: string) => this.values.has(`en ${name}`);
    for (const [other, { category, family }] of this.#families()) {
      if (category !== 'other' || !reworded.has(other)) continue;
      for (const [name, key] of this.keys) {
        if (!name.startsWith(`${family}_`) || isInSource(name)) continue;
        const before = key.sourceVersion;
        key.follow(reworded.get(other), this.#imports);
        for (const slot of written) {
          const value = this.values.get(slot)!;
          if (!slot.endsWith(` ${name}`) || value.sourceVersion !== before) continue;
          value.sourceVersion = key.sourceVersion;
        }
      }
    }
  }

  expected(): Record<string, unknown> {
    return Object.fromEntries(
      [...this.values].map(([slot, { text, version, sourceVersion }]) => {
        const key = this.keys.get(slot.slice(slot.indexOf(' ') + 1))!;
        return [
          slot,
          { text, version, outdated: sourceVersion !== key.sourceVersion, archived: key.archived },
        ];
      }),
    );
  }
}

async function stored(projectId: string): Promise<Record<string, unknown>> {
  const values = await storedValues(app, projectId);
  return Object.fromEntries(
    values.map(({ key, locale, text, version, outdated, archived }) => [
      `${locale} ${key}`,
      { text, version, outdated, archived },
    ]),
  );
}

/** Checks that the stored counts equal the numbers of rows. */
async function expectTrueCounts(projectId: string): Promise<void> {
  const keys = await app.db
    .selectFrom('translation_key')
    .where('project_id', '=', projectId)
    .where('archived_at', 'is', null)
    .select([
      'id',
      'name',
      'plural_family',
      'plural_category',
      'plural_ordinal',
      'plural_everywhere',
      sql<DeclaredPlural | null>`plural_said`.as('plural_said'),
      'translatable',
    ])
    .execute();
  const { rows: values } = await sql<{
    key_id: string;
    code: string;
    state: string;
    origin: string;
  }>`
    select v.key_id, l.code, v.state, v.origin from translation_value v
    join locale l on l.project_id = v.project_id and l.id = v.locale_id
    where v.project_id = ${projectId}::uuid`.execute(app.db);
  const sourceIds = new Set(values.filter(({ code }) => code === 'en').map((row) => row.key_id));
  const sourceNames = new Set(keys.filter(({ id }) => sourceIds.has(id)).map(({ name }) => name));
  const families = findPluralFamilies(
    keys.map(({ name }) => name),
    { format: 'auto', sourceLocale: 'en', isInSource: (name) => sourceNames.has(name) },
  );
  for (const key of keys) {
    expect([key.name, key.plural_family]).toEqual([
      key.name,
      families.get(key.name)?.family ?? null,
    ]);
  }
  const byId = new Map(keys.map((key) => [key.id, key]));
  const expected: Record<string, number> = {};
  for (const { key_id, code, state, origin } of values) {
    const key = byId.get(key_id);
    if (!key || !needsKey(code, key)) continue;
    const slot = `${code} ${state} ${origin}`;
    expected[slot] = (expected[slot] ?? 0) + 1;
  }
  const { rows: counted } = await sql<{
    code: string;
    state: string;
    origin: string;
    count: number;
  }>`
    select l.code, c.state, c.origin, sum(c.values_count)::bigint as count
    from ${valueCounts(sql`${projectId}::uuid`)} c
    join locale l on l.project_id = ${projectId}::uuid and l.id = c.locale_id
    group by 1, 2, 3 having sum(c.values_count) <> 0`.execute(app.db);
  const found = counted.map(({ code, state, origin, count }) => [
    `${code} ${state} ${origin}`,
    count,
  ]);
  expect(Object.fromEntries(found)).toEqual(expected);
  const plain = await app.db
    .selectFrom('key_count')
    .where('project_id', '=', projectId)
    .select('plain_keys')
    .executeTakeFirst();
  expect(plain?.plain_keys ?? 0).toBe(keys.length - families.size);
}

/** Returns the response to an import, or its error, without the fields that differ in a dry run. */
async function answerTo(
  projectId: string,
  file: ImportedFile,
  dryRun: boolean,
): Promise<Omit<ImportResult, 'importId' | 'changeId' | 'dryRun'> | Refusal> {
  const { mode, prune, locales } = file;
  const content = csvOf(file);
  const importing = tenant.client.i18n.projects.import({
    projectId,
    locale: locales[0]!,
    format: 'csv',
    content,
    mode,
    prune,
    dryRun,
  });
  try {
    const { importId, changeId, dryRun: wasDry, ...answer } = (await importing).data;
    expect([importId === null, changeId === null && dryRun, wasDry]).toEqual([
      dryRun,
      dryRun,
      dryRun,
    ]);
    return answer;
  } catch {
    return refusalOf(importing);
  }
}

describe('importFile', () => {
  it('stores exactly the result that a dry run predicted, with correct counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(importedFile, { minLength: 1, maxLength: 5 }), async (files) => {
        const { id: projectId } = await createProject(tenant.client);
        const model = new Model();
        for (const file of files) {
          const before = await stored(projectId);
          const foreseen = await answerTo(projectId, file, true);
          expect(await stored(projectId)).toEqual(before);
          const answer = await answerTo(projectId, file, false);
          expect(foreseen).toEqual(answer);
          const refusedWith = model.import(file) ? undefined : 'import_conflict';
          expect('code' in answer ? answer.code : undefined).toBe(refusedWith);
          expect(await stored(projectId)).toEqual(model.expected());
        }
        await expectTrueCounts(projectId);
      }),
      { numRuns: testRuns(6) },
    );
  });

  it('finds plural families whose names lie far apart in the file', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const filler = (mark: string) =>
      Object.fromEntries(Array.from({ length: 4500 }, (_, index) => [`${mark}${index}`, 'text']));
    const bring = (content: Record<string, string>, locale = 'en', prune = false) =>
      tenant.client.i18n.projects.import({ projectId, locale, content, prune });
    await bring({ item_one: '1', ...filler('k'), item_other: '2', ...filler('l') });
    await bring({ item_other: '2', ...filler('k'), item_few: '3' }, 'pl');
    await expectTrueCounts(projectId);
    const { data: locales } = await tenant.client.i18n.locales.list({ projectId });
    expect(locales.find(({ code }) => code === 'pl')?.counts).toEqual({
      translated: 4502,
      needsReview: 0,
      missing: 4502,
    });
    await bring({ ...filler('k'), item_one: '1', ...filler('m') }, 'en', true);
    await expectTrueCounts(projectId);
  });

  it('outdates plural forms that only translations have when `other` changes, except forms that the file changes', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const filler = Array.from({ length: 4500 }, (_, index) => `k${index},text,text,text`);
    const bring = (few: string, other: string, prune = false) =>
      tenant.client.i18n.projects.import({
        projectId,
        locale: 'en',
        format: 'csv',
        content: ['key,en,pl,uk', few, ...filler, 'item_one,1,,', other].join('\n'),
        prune,
      });
    const outdated = async () =>
      (await storedValues(app, projectId))
        .filter((value) => value.outdated)
        .map(({ key, locale }) => `${locale} ${key}`);
    await bring('item_few,,f,f', 'item_other,2,o,o');
    expect(await outdated()).toEqual([]);
    await bring('item_few,,new f,f', 'item_other,new,o,new o');
    expect(await outdated()).toEqual(['uk item_few', 'pl item_other']);
    await bring('item_few,,newer f,newer f', 'item_other,newer,newer o,newer o');
    expect(await outdated()).toEqual([]);
    await bring('k0a,,,', 'item_other,newest,newest o,newest o', true);
    expect(await outdated()).toEqual(['pl item_few', 'uk item_few']);
  });

  it('finds keys in any order of the file', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const names = Array.from({ length: 5000 }, (_, index) => `k${index}`);
    const bring = (order: readonly string[]) =>
      tenant.client.i18n.projects.import({
        projectId,
        locale: 'en',
        content: Object.fromEntries(order.map((name) => [name, name])),
      });
    await bring(names);
    let seed = 7;
    const shuffled = names
      .map((name) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return [seed, name] as const;
      })
      .sort(([a], [b]) => a - b)
      .map(([, name]) => name);
    for (const order of [
      [...names].reverse(),
      shuffled,
      names.slice(2500),
      names.filter((_, index) => index % 7 === 0),
      names.flatMap((name) => [name, `${name}+`]),
    ]) {
      const { data } = await bring(order);
      const known = order.filter((name) => !name.endsWith('+')).length;
      expect(data.values.unchanged).toBe(known);
      expect(data.keys.created).toBe(order.length - known);
    }
  });
});
