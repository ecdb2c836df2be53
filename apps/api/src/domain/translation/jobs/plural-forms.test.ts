import { readFile } from 'node:fs/promises';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { canonicalLocaleTag } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SLOWNESS } from '../../../../../../scripts/slowness.ts';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createTenant, type Tenant } from '../../../../test/app/build.ts';
import { createScriptedEngine, directoryOf } from '../../../../test/engines/scripted-engine.ts';

/** CLDR data from Unicode's npm package, independent of the service and of Node. */
interface PluralRules {
  supplemental: Record<
    'plurals-type-cardinal' | 'plurals-type-ordinal',
    Record<string, Record<string, string>>
  >;
}
const read = async (name: 'plurals' | 'ordinals'): Promise<PluralRules> =>
  JSON.parse(
    await readFile(new URL(import.meta.resolve(`cldr-core/supplemental/${name}.json`)), 'utf8'),
  );

const PREFIX = 'pluralRule-count-';
const LOCALES_A_PROJECT = 120;
const SOURCE = {
  message: '{count, plural, one {# file in the folder} other {# files in the folder}}',
  place: '{count, selectordinal, one {#st file} two {#nd file} few {#rd file} other {#th file}}',
  item_one: '{{count}} item',
  item_other: '{{count}} items',
  rank_ordinal_one: 'the {{count}}st place',
  rank_ordinal_two: 'the {{count}}nd place',
  rank_ordinal_few: 'the {{count}}rd place',
  rank_ordinal_other: 'the {{count}}th place',
};

const engine = createScriptedEngine();
let app: TestApp;
let tenant: Tenant;
/** Plural categories by locale. The locales are spelled as in cldr-core. */
const cardinals = new Map<string, string[]>();
const ordinals = new Map<string, string[]>();
const translated = new Map<string, Record<string, string>>();

const categoriesOf = (rules: Record<string, string>): string[] =>
  Object.keys(rules)
    .map((name) => name.slice(PREFIX.length))
    .sort();

beforeAll(async () => {
  for (const [file, type, into] of [
    ['plurals', 'plurals-type-cardinal', cardinals],
    ['ordinals', 'plurals-type-ordinal', ordinals],
  ] as const) {
    const { supplemental } = await read(file);
    for (const [tag, rules] of Object.entries(supplemental[type])) {
      into.set(tag, categoriesOf(rules));
    }
    // The tag `und` has no language, so a project cannot have it.
    into.delete('und');
  }
  app = await startTestApp({ overrides: { engines: directoryOf(engine) } });
  tenant = await createTenant(app);
  const tags = new Set([...cardinals.keys()].map((tag) => canonicalLocaleTag(tag)!));
  // A project with the source language English cannot be translated into English, so a second
  // project has another source language.
  tags.delete('en');
  const targets = [...tags];
  for (let from = 0; from < targets.length; from += LOCALES_A_PROJECT) {
    await translateInto(targets.slice(from, from + LOCALES_A_PROJECT));
  }
}, 300_000 * SLOWNESS);
afterAll(() => app.close());

async function translateInto(targetLocales: string[]): Promise<void> {
  const { client } = tenant;
  const { data: project } = await client.i18n.projects.create({
    name: 'Plurals',
    sourceLocale: 'en',
  });
  await client.i18n.projects.import({
    projectId: project.id,
    locale: 'en',
    content: SOURCE,
    targetLocales,
  });
  const { data: job } = await client.translate.jobs.create(
    { projectId: project.id, targetLocales },
    { waitSeconds: 60 },
  );
  expect(job).toMatchObject({ status: 'completed', progress: { failed: 0 } });
  for (const locale of targetLocales) {
    const { data } = await client.i18n.projects.export({
      projectId: project.id,
      locale,
      format: 'json',
    });
    translated.set(locale, (data as { content: Record<string, string> }).content);
  }
}

function formsOf(message: string | undefined): string[] {
  const [plural] = parse(message ?? '');
  if (plural?.type !== TYPE.plural) return [];
  for (const { value } of Object.values(plural.options)) {
    expect(value.filter(({ type }) => type === TYPE.pound)).toHaveLength(1);
  }
  return Object.keys(plural.options).sort();
}

function familyOf(content: Record<string, string>, prefix: string): string[] {
  const members = Object.keys(content).filter((name) => name.startsWith(prefix));
  for (const name of members) expect(content[name]).toContain('{{count}}');
  return members.map((name) => name.slice(prefix.length)).sort();
}

describe('for every locale of CLDR', () => {
  const compare = (
    rules: Map<string, string[]>,
    read: (content: Record<string, string>) => string[],
  ) => {
    const wrong: unknown[] = [];
    let compared = 0;
    for (const [tag, expected] of rules) {
      const content = translated.get(canonicalLocaleTag(tag)!);
      if (!content) continue;
      compared++;
      const got = read(content);
      if (got.join() !== expected.join()) wrong.push({ tag, expected, got });
    }
    expect(wrong).toEqual([]);
    return compared;
  };

  test('a plural message has exactly the plural categories of the locale', () => {
    expect(compare(cardinals, ({ message }) => formsOf(message))).toBeGreaterThan(215);
  });

  test('a plural family has exactly the plural categories of the locale', () => {
    expect(compare(cardinals, (content) => familyOf(content, 'item_'))).toBeGreaterThan(215);
  });

  test('an ordinal message and family have exactly the ordinal categories of the locale', () => {
    expect(compare(ordinals, ({ place }) => formsOf(place))).toBeGreaterThan(95);
    expect(compare(ordinals, (content) => familyOf(content, 'rank_ordinal_'))).toBeGreaterThan(95);
  });
});
