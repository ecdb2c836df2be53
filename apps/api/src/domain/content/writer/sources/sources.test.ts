import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../../test/app/build.ts';
import { describeProject } from '../../../../../test/app/describe-project.ts';
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

type Keep = { keepTranslations?: boolean };

const WAYS: Record<string, (text: string, keep?: Keep) => Promise<unknown>> = {
  edit: async (text, keep) =>
    i18n().values.update({
      projectId,
      valueId: (await valuesOf('en')).get('a')!.id!,
      text,
      ...keep,
    }),
  import: (text, keep) =>
    i18n().projects.import({ projectId, locale: 'en', content: { a: text }, ...keep }),
  'import of a folder': (text, keep) =>
    i18n().files.import({
      projectId,
      path: '{locale}.json',
      ...keep,
      files: { 'en.json': new Blob([JSON.stringify({ a: text })]) },
    }),
  'staged import': async (text, keep) => {
    const { data } = await i18n().imports.create({ projectId, locale: 'en', content: { a: text } });
    return i18n().imports.apply({ projectId, importId: data.importId, ...keep });
  },
  'bulk change': async (text, keep) => {
    const now = (await valuesOf('en')).get('a')!.text!;
    return i18n().values.bulk({
      projectId,
      select: { query: 'key:a', locales: ['en'] },
      action: { replace: { find: now, replaceWith: text } },
      ...keep,
    });
  },
  'removal and new text': async (text, keep) => {
    const { id, keyId } = (await valuesOf('en')).get('a')!;
    await i18n().values.delete({ projectId, valueId: id! });
    return i18n().values.put({ projectId, keyId, localeCode: 'en', text, ...keep });
  },
};

describe('a source text that is restored', () => {
  it.each(Object.entries(WAYS))('makes its translations current again: %s', async (_, write) => {
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
  });

  it('makes its translations current, including plural forms that the source language lacks', async () => {
    const other = (text: string) => bring('en', { n_one: '{{count}} file', n_other: text });
    await other('{{count}} files');
    await bring('pl', { n_few: '{{count}} pliki', n_many: '{{count}} plików', n_other: 'pliku' });
    await other('{{count}} documents');
    expect(await outdated('pl')).toEqual(['n_few', 'n_many', 'n_other']);
    await other('{{count}} files');
    expect([await outdated('pl'), await countOf('pl')]).toEqual([[], 0]);
  });
});

/** Tracks the meanings of the versions of a source text. Versions with equal meaning have the same number. */
class Meanings {
  #versions = [{ text: 'One', meaning: 0, root: 0 }];

  get now() {
    return this.#versions.at(-1)!;
  }

  edit(text: string, { keepTranslations: keep }: Keep): void {
    if (text === this.now.text) return;
    const earlier = this.#versions.findLast(
      (version, index) =>
        version.text === text &&
        !(this.#isCorrection(index) && this.#isReverted(index)) &&
        !(keep === false && version.meaning === this.now.meaning),
    );
    const next = 1 + Math.max(...this.#versions.map(({ meaning }) => meaning));
    const meaning = keep ? this.now.meaning : (earlier?.meaning ?? next);
    this.#versions.push({ text, meaning, root: this.#versions.length });
  }

  undo(): void {
    this.#versions.push({ ...this.#versions.at(-2)! });
  }

  #isCorrection(at: number): boolean {
    const { text, meaning } = this.#versions[at]!;
    return this.#versions
      .slice(0, at)
      .some((version) => version.meaning === meaning && version.text !== text);
  }

  #isReverted(at: number): boolean {
    return this.#versions.some(({ root }, later) => later > at && root < at);
  }
}

describe('a corrected source text', () => {
  const lastChange = async () => (await i18n().changes.list({ projectId, limit: 1 })).data[0]!;

  it.each(Object.entries(WAYS))(
    'does not change which translations are outdated: %s',
    async (_, write) => {
      await bring('en', { a: 'Older', b: 'Other key' });
      await bring('fr', { a: 'Vieux' });
      await bring('en', { a: 'Teh one' });
      await bring('de', { a: `Der eine ${Math.random()}` });
      await write('The one', { keepTranslations: true });
      expect([await outdated('de'), await outdated('fr')]).toEqual([[], ['a']]);
      expect([await countOf('de'), await countOf('fr')]).toEqual([0, 1]);
      expect(await lastChange()).toMatchObject({ keptTranslations: true });
      const { id } = (await valuesOf('en')).get('a')!;
      const history = await i18n().history.list({ projectId, valueId: id! });
      const [now, before] = history.data.filter(({ text }) => text !== null);
      expect(now).toMatchObject({ text: 'The one', keptTranslations: true });
      expect(before).toMatchObject({ text: 'Teh one', keptTranslations: false });
    },
  );

  it('does not outdate proposals, dismissals of findings or plural forms that only a translation has', async () => {
    await bring('en', { a: 'Teh {x}', n_one: '{{count}} file', n_other: '{{count}} fiels' });
    await bring('pl', { n_few: '{{count}} pliki', n_many: '{{count}} plików', n_other: 'pliku' });
    await bring('de', { a: 'Das' });
    const { keyId, id, version, sourceVersion } = (await valuesOf('de')).get('a')!;
    const code = 'placeholder_missing';
    await i18n().ignoredChecks.put({ projectId, valueId: id!, code, version });
    await i18n().proposals.create({ projectId, keyId, localeCode: 'de', text: 'Das {x}' });
    const keep = { keepTranslations: true };
    await i18n().projects.import({
      projectId,
      locale: 'en',
      ...keep,
      content: { a: 'The {x}', n_one: '{{count}} file', n_other: '{{count}} files' },
    });
    expect([await outdated('de'), await outdated('pl'), await countOf('pl')]).toEqual([[], [], 0]);
    const { data: proposals } = await i18n().proposals.list({ projectId, keyId });
    expect(proposals).toMatchObject([{ outdated: false }]);
    expect((await valuesOf('de')).get('a')).toMatchObject({ checks: [], sourceVersion });
  });

  it('keeps a translation of the text before the correction current, and outdates a translation of an older text', async () => {
    await bring('en', { a: 'Teh one' });
    await bring('en', { a: 'The one' });
    await i18n().values.update({
      projectId,
      valueId: (await valuesOf('en')).get('a')!.id!,
      text: 'The one!',
      keepTranslations: true,
    });
    const brings = (source: string, target: string) =>
      i18n().projects.import({
        projectId,
        locale: 'de',
        format: 'xliff',
        content: `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="x" source-language="en" target-language="de" datatype="plaintext"><body><trans-unit id="a" resname="a"><source>${source}</source><target>${target}</target></trans-unit></body></file></xliff>`,
      });
    await brings('Teh one', `Alt ${Math.random()}`);
    expect(await outdated()).toEqual(['a']);
    await brings('The one', `Neu ${Math.random()}`);
    expect(await outdated()).toEqual([]);
  });

  it('keeps a translation current after any edits exactly if the meaning of the source text is unchanged', async () => {
    const step = fc.record({
      way: fc.constantFrom(...Object.keys(WAYS)),
      text: fc.constantFrom('One', 'Two', 'Three'),
      keepTranslations: fc.constantFrom(true, false, undefined),
      translates: fc.boolean(),
      undoes: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        projectId = (await createProject(tenant.client)).id;
        await bring('en', { a: 'One' });
        const translate = () => bring('de', { a: `Text ${Math.random()}` });
        await translate();
        const model = new Meanings();
        let madeFor = 0;
        let undoable: string | null = null;
        for (const { way, text, keepTranslations, translates, undoes } of steps) {
          if (undoes && undoable !== null) {
            await i18n().changes.revert({ projectId, changeId: undoable });
            model.undo();
            undoable = (await lastChange()).id;
          } else if (text !== model.now.text) {
            const keep = keepTranslations === undefined ? {} : { keepTranslations };
            await WAYS[way]!(text, keep);
            model.edit(text, keep);
            undoable = way === 'removal and new text' ? null : (await lastChange()).id;
          }
          if (translates) {
            await translate();
            madeFor = model.now.meaning;
          }
          const isOutdated = madeFor !== model.now.meaning;
          expect((await valuesOf('en')).get('a')!.text).toBe(model.now.text);
          expect(await outdated()).toEqual(isOutdated ? ['a'] : []);
          expect(await countOf()).toBe(Number(isOutdated));
        }
      }),
      { numRuns: testRuns(6) },
    );
  });
});
