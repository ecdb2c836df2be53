import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../test/app.ts';
import type { Tenant } from '../../../../test/build.ts';
import { describeProject } from '../../../../test/describe-project.ts';
import { outdatedCounts } from '../../value/outdated-count.store.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { works: false },
);

const i18n = () => tenant.client.i18n;
const bring = (locale: string, content: Record<string, string>) =>
  i18n().projects.import({ projectId, locale, content });

async function valuesOf(locale: string) {
  const { data } = await i18n().values.list({ projectId, locale, limit: 500 });
  return new Map(data.map((value) => [value.key, value]));
}

async function outdated(locale = 'de'): Promise<string[]> {
  const values = await valuesOf(locale);
  const names = [...values.values()].filter((value) => value.outdated).map(({ key }) => key);
  return names.sort();
}

async function countOf(locale = 'de'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(o.values_count), 0)::int as count
    from ${outdatedCounts(sql`${projectId}::uuid`)} o
    join locale l on l.project_id = ${projectId}::uuid and l.id = o.locale_id
    where l.code = ${locale}`.execute(app.db);
  return rows[0]!.count;
}

const WAYS: Record<string, (text: string) => Promise<unknown>> = {
  edit: async (text) =>
    i18n().values.update({ projectId, valueId: (await valuesOf('en')).get('a')!.id!, text }),
  import: (text) => bring('en', { a: text }),
  'staged import': async (text) => {
    const { data } = await i18n().imports.create({ projectId, locale: 'en', content: { a: text } });
    return i18n().imports.apply({ projectId, importId: data.importId });
  },
  'bulk change': async (text) => {
    const now = (await valuesOf('en')).get('a')!.text!;
    return i18n().values.bulk({
      projectId,
      select: { query: '', locales: ['en'] },
      action: { replace: { find: now, replaceWith: text } },
    });
  },
  'removal and new text': async (text) => {
    const { id, keyId } = (await valuesOf('en')).get('a')!;
    await i18n().values.delete({ projectId, valueId: id! });
    return i18n().values.put({ projectId, keyId, localeCode: 'en', text });
  },
};

describe('a source text that returns', () => {
  it.each(Object.entries(WAYS))(
    'a return of the source text by %s makes its translations current again',
    async (_, write) => {
      await bring('en', { a: 'One', b: 'Other key' });
      await bring('de', { a: 'Eins', b: 'Anderer' });
      await bring('fr', { a: 'Un' });
      await write('Two');
      expect(await outdated()).toEqual(['a']);
      await bring('fr', { a: 'Deux' });
      expect([await countOf('de'), await countOf('fr')]).toEqual([1, 0]);
      await write('One');
      expect([await outdated('de'), await outdated('fr')]).toEqual([[], ['a']]);
      expect([await countOf('de'), await countOf('fr')]).toEqual([0, 1]);
      await write('Two');
      expect([await outdated('de'), await outdated('fr')]).toEqual([['a'], []]);
      await write('Three');
      expect([await countOf('de'), await countOf('fr')]).toEqual([1, 1]);
    },
  );

  it('makes the forms current that only a translation has', async () => {
    const other = (text: string) => bring('en', { n_one: '{{count}} file', n_other: text });
    await other('{{count}} files');
    await bring('pl', { n_few: '{{count}} pliki', n_many: '{{count}} plików', n_other: 'pliku' });
    await other('{{count}} documents');
    expect(await outdated('pl')).toEqual(['n_few', 'n_many', 'n_other']);
    await other('{{count}} files');
    expect([await outdated('pl'), await countOf('pl')]).toEqual([[], 0]);
  });

  it('any writes of a source text, in any order, leave a translation current if it was made from the last text', async () => {
    const step = fc.record({
      way: fc.constantFrom(...Object.keys(WAYS)),
      text: fc.constantFrom('One', 'Two', 'Three'),
      translates: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        await bring('en', { a: 'One' });
        let source = 'One';
        let madeFrom = 'One';
        await bring('de', { a: `Text ${Math.random()}` });
        for (const { way, text, translates } of steps) {
          if (text !== source) await WAYS[way]!(text);
          source = text;
          if (translates) {
            await bring('de', { a: `Text ${Math.random()}` });
            madeFrom = source;
          }
          const isOutdated = madeFrom !== source;
          expect(await outdated()).toEqual(isOutdated ? ['a'] : []);
          expect(await countOf()).toBe(Number(isOutdated));
        }
      }),
      { numRuns: testRuns(6) },
    );
  });
});
