import type { ExportedFile, Project } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { storedValues } from '../../../../test/content/import.ts';
import { readZip } from '../../../../test/content/zip.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

const NAMES = [
  '',
  ' ',
  '.',
  'a',
  'a.b',
  'a.b.c',
  'a..b',
  '.a',
  'a[0]',
  'a[1]',
  'a[0].x',
  'a[00]',
  'a[x]',
  '__proto__',
  '__proto__.x',
  'constructor',
  'toString',
  '1',
  '10',
  '2',
  'null',
  'true',
  'no',
  'en',
  'en.title',
  'de.title',
  'key',
  'description',
  'a b',
  'a,b',
  'a;b',
  'a"b',
  "a'b",
  'a:b',
  'a\nb',
  'a\tb',
  ' a',
  'a ',
  '=a',
  '<a>',
  '&amp;',
  'ä',
  '漢字',
  '😀',
  '\ufeffa',
  'a\u0001b',
  '#',
  'item_one',
  'item_other',
  '- a',
  '? a',
  '<<',
  'x'.repeat(300),
];

const TEXTS = [
  '',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  ' a ',
  'a\n',
  '\na',
  'a\r\nb\nc\rd',
  '1.10',
  'null',
  '~',
  '24 hours',
  '=1+1',
  "'=1",
  '@a',
  '-',
  '"',
  '""',
  'a,b',
  'a;b',
  'a\tb',
  '<b>x</b>',
  '&lt;',
  ']]>',
  '<x id="1"/>',
  '<ph id="1"/>',
  '<!-- c -->',
  '{{count}}',
  '%1$s',
  '{n, plural, other {#}}',
  '\\',
  '\\n',
  '\\u0041',
  '---',
  'a: b',
  '# a',
  '&a',
  '*a',
  '!a',
  '|',
  '>',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u200f\u202e',
  'e\u0301',
  'é',
  '😀',
  '👩‍👩‍👧',
  '\u{10ffff}',
  '\u0001\u001b',
  '\uffff',
];

const wellFormed = (maxLength: number) =>
  fc
    .string({ unit: 'binary', maxLength })
    .filter((text) => text.isWellFormed() && !text.includes('\0'));
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: wellFormed(20) },
);
const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: wellFormed(8) },
);
const state = fc.constantFrom('translated', 'needs_review', 'reviewed');

interface Row {
  name: string;
  description: string;
  en: string | null;
  de: string | null;
  state: string;
}

const rows: fc.Arbitrary<Row[]> = fc
  .uniqueArray(
    fc.record({
      name,
      description: fc.option(text, { nil: '', freq: 1 }),
      en: fc.option(text, { freq: 6 }),
      de: fc.option(text, { freq: 2 }),
      state,
    }),
    { selector: (row) => row.name, minLength: 1, maxLength: 25 },
  )
  .map((drawn) => drawn.filter(({ en, de }) => en !== null || de !== null));

const jsonOf = (drawn: readonly Row[], locale: 'en' | 'de'): string =>
  `{${drawn
    .filter((row) => row[locale] !== null)
    .map((row) => `${JSON.stringify(row.name)}:${JSON.stringify(row[locale])}`)
    .join(',')}}`;

async function createFilled(
  drawn: readonly Row[],
  locales: readonly string[] = ['en', 'de'],
): Promise<Project> {
  const project = await createProject(tenant.client);
  // The first import creates all keys in the order of `drawn`. A key without an English text gets
  // its German text.
  const everything = drawn.map((row) => ({ ...row, en: row.en ?? row.de }));
  for (const [locale, body] of [
    ['en', jsonOf(everything, 'en')],
    ['de', jsonOf(drawn, 'de')],
  ] as const) {
    if (!locales.includes(locale)) continue;
    await tenant.client.i18n.projects.import({
      projectId: project.id,
      locale,
      body,
      contentType: 'application/json',
    });
  }
  for (const { name: key, description, en, de, state: of } of drawn) {
    await sql`
      update translation_key set description = ${description}
      where project_id = ${project.id}::uuid and name = ${key}`.execute(app.db);
    await sql`
      update translation_value v set state = ${of}::value_state
      from translation_key k
      where v.project_id = ${project.id}::uuid and k.project_id = v.project_id and k.id = v.key_id
        and k.name = ${key} and (v.locale_id = 1 or ${de !== null})`.execute(app.db);
    if (en !== null) continue;
    await sql`
      delete from translation_value v using translation_key k
      where v.project_id = ${project.id}::uuid and k.project_id = v.project_id and k.id = v.key_id
        and k.name = ${key} and v.locale_id = 1`.execute(app.db);
  }
  return project;
}

type Format = 'json' | 'csv' | 'yaml' | 'xliff';
const contentTypeOf = (format: Format): string => formatById(format)!.contentType;

interface Way {
  format: Format;
  shape?: 'flat' | 'nested';
  xliffVersion?: '1.2' | '2.1';
}

const WAYS: readonly Way[] = [
  { format: 'json', shape: 'flat' },
  { format: 'json', shape: 'nested' },
  { format: 'csv' },
  { format: 'yaml', shape: 'flat' },
  { format: 'yaml', shape: 'nested' },
  { format: 'xliff', xliffVersion: '2.1' },
  { format: 'xliff', xliffVersion: '1.2' },
];

/**
 * Returns the texts of the locales by key. Omits properties that the tested kind of file cannot
 * contain.
 */
async function contentOf(
  project: Project,
  locales: readonly string[],
  way: Way,
): Promise<[key: string, ...unknown[]][]> {
  const carriesNotes = way.format === 'csv' || way.format === 'xliff';
  const notes = new Map(
    (
      await app.db
        .selectFrom('translation_key')
        .where('project_id', '=', project.id)
        .select(['name', 'description'])
        .execute()
    ).map((row) => [row.name, row.description]),
  );
  const values = await storedValues(app, project.id);
  return values
    .filter(({ locale }) => locales.includes(locale))
    .map(({ key, locale, text: of, state: stateOf }) => [
      key,
      locale,
      of,
      carriesNotes ? notes.get(key) : '',
      way.format === 'xliff' ? stateOf : '',
    ]);
}

const arrayOf = (name: string): string | undefined =>
  /^(.+?)\[(?:0|[1-9]\d{0,8})\](?=$|[[.])/s.exec(name)?.[1];

/** Returns the arrays that a nested German file omits, because the German texts of some elements are missing. */
function partialArrays(drawn: readonly Row[]): Set<string | undefined> {
  const arrays = Map.groupBy(
    drawn.filter(({ name: of, en }) => en !== null && arrayOf(of) !== undefined),
    ({ name: of }) => arrayOf(of)!,
  );
  const isPartial = ([array, elements]: [string, Row[]]): boolean => {
    const indices = elements.map(({ name: of }) => Number.parseInt(of.slice(array.length + 1), 10));
    const count = new Set(indices).size;
    // Otherwise, the elements are properties of an object.
    const isArray =
      indices.every((index, at) => at === 0 || index >= indices[at - 1]!) &&
      !drawn.some(({ name: of }) => of === array || of.startsWith(`${array}.`));
    if (!isArray) return false;
    return Math.max(...indices) + 1 < 2 * count && elements.some(({ de }) => de === null);
  };
  return new Set([...arrays].filter(isPartial).map(([array]) => array));
}

const sorted = (found: readonly unknown[]): string[] =>
  found.map((row) => JSON.stringify(row)).sort();

describe('an exported file', () => {
  it.each(WAYS.map((way) => [Object.values(way).join(' '), way] as const))(
    'creates the same keys and values in another project, which exports the same bytes: %s',
    async (_name, way) => {
      await fc.assert(
        fc.asyncProperty(rows, async (drawn) => {
          const { i18n } = tenant.client;
          const from = await createFilled(drawn);
          for (const locale of way.format === 'xliff' ? ['de'] : ['en', 'de']) {
            const carried = way.format === 'xliff' ? ['en', 'de'] : [locale];
            const leftOut =
              way.shape === 'nested' && locale === 'de' ? partialArrays(drawn) : new Set();
            const expected = (await contentOf(from, carried, way)).filter(
              ([key]) => arrayOf(key) === undefined || !leftOut.has(arrayOf(key)),
            );
            const ask = { projectId: from.id, locale, ...way };
            const contentType = contentTypeOf(way.format);
            const accept = way.format === 'json' ? `${contentType}; profile=raw` : contentType;
            const response = await i18n.projects.export(ask, { raw: accept });
            // The names of all keys shape a nested file, including keys without a text in the locale of the file.
            const isShaped = way.shape === 'nested' && locale === 'de';
            const raw = await createFilled(isShaped ? drawn : [], ['en']);
            const body = await response.arrayBuffer();
            const file = { projectId: raw.id, locale, body, contentType };
            await i18n.projects.import(file);
            const found = await contentOf(raw, carried, way);
            if (way.shape === 'nested') expect(sorted(found)).toEqual(sorted(expected));
            else expect(found).toEqual(expected);

            const again = (await i18n.projects.import(file)).data;
            expect(again.values).toMatchObject({ created: 0, updated: 0, skipped: 0 });
            expect(again.keys).toMatchObject({ created: 0, restored: 0, archived: 0 });
            const rewritten = await i18n.projects.export(
              { ...ask, projectId: raw.id },
              { raw: accept },
            );
            const hasAllKeys = isShaped || drawn.every(({ en }) => en !== null);
            if (way.shape !== 'nested' || hasAllKeys) {
              const bytes = Buffer.from(await rewritten.arrayBuffer());
              expect(bytes.equals(Buffer.from(body))).toBe(true);
            }

            const enveloped = await createProject(tenant.client);
            const { content, count } = (await i18n.projects.export(ask)).data as ExportedFile;
            const { format } = way;
            await i18n.projects.import({ projectId: enveloped.id, locale, format, content });
            expect(sorted(await contentOf(enveloped, carried, way))).toEqual(sorted(expected));
            expect(count).toBe(expected.filter(([, of]) => of === locale).length);
          }
        }),
        { numRuns: testRuns(2) },
      );
    },
  );

  it('creates the same values if several locales are exported as one CSV or as a ZIP archive', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (drawn) => {
        const { i18n } = tenant.client;
        const from = await createFilled(drawn);
        const ask = { projectId: from.id, locales: ['en', 'de'] };
        const csv = await i18n.projects.export({ ...ask, format: 'csv' }, { raw: 'text/csv' });
        const one = await createProject(tenant.client);
        await i18n.projects.import({
          projectId: one.id,
          locale: 'en',
          body: await csv.arrayBuffer(),
          contentType: 'text/csv',
        });
        const way = { format: 'csv' } as const;
        expect(await contentOf(one, ['en', 'de'], way)).toEqual(
          await contentOf(from, ['en', 'de'], way),
        );
        const zip = await i18n.projects.export(
          { ...ask, format: 'yaml' },
          { raw: 'application/zip' },
        );
        const other = await createProject(tenant.client);
        for (const [file, body] of readZip(Buffer.from(await zip.arrayBuffer()))) {
          await i18n.projects.import({
            projectId: other.id,
            locale: file.replace('.yaml', ''),
            body,
            contentType: 'application/yaml',
          });
        }
        for (const locale of ['en', 'de']) {
          expect(sorted(await contentOf(other, [locale], { format: 'yaml' }))).toEqual(
            sorted(await contentOf(from, [locale], { format: 'yaml' })),
          );
        }
      }),
      { numRuns: testRuns(2) },
    );
  });
});
