import { findingsToMask, pluralCategories } from '@parlance/messages';
import { type Condition, printQuery, type Query } from '@parlance/query';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';

/**
 * Compares the results of random queries with a model. Conditions on values must hold in the same
 * locale. A plural family meets a condition if one of its forms does.
 */

const LOCALES = ['en', 'de', 'ru'] as const;
type Locale = (typeof LOCALES)[number];
const CODES = ['tag_missing', 'end_punctuation'] as const;

interface ModelValue {
  text: string;
  state: 'translated' | 'needs_review' | 'reviewed';
  origin: 'import' | 'manual' | 'machine' | 'memory';
  checks: (typeof CODES)[number][];
  isOutdated: boolean;
}
interface ModelKey {
  name: string;
  tags: string[];
  description: string;
  values: Partial<Record<Locale, ModelValue>>;
  /** Locales with an open proposal. */
  proposals: Locale[];
  /** Locales with an open question, and locales with a plain comment. Null stands for a comment about the key. */
  questions: (Locale | null)[];
  comments: (Locale | null)[];
}
interface ModelRow {
  name: string;
  translatable: boolean;
  keys: { category: string | null; key: ModelKey }[];
}

const word = fc.constantFrom('open', 'Öffnen', 'a b', 'open_it', '50%', 'x');
const value: fc.Arbitrary<ModelValue> = fc.record({
  text: fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
  state: fc.constantFrom('translated', 'needs_review', 'reviewed'),
  origin: fc.constantFrom('import', 'manual', 'machine', 'memory'),
  checks: fc.subarray([...CODES]),
  isOutdated: fc.boolean(),
});
const key = fc.record({
  tags: fc.subarray(['old', 'new tag']),
  description: fc.constantFrom('', 'Verb'),
  values: fc.record({ en: value, de: value, ru: value }, { requiredKeys: ['en'] }),
  proposals: fc.subarray(['de', 'ru'] as Locale[]),
  questions: fc.subarray(['de', 'ru', null] as (Locale | null)[]),
  comments: fc.subarray(['de', 'ru', null] as (Locale | null)[]),
});
const rows: fc.Arbitrary<ModelRow[]> = fc
  .array(
    fc.tuple(fc.constantFrom('menu.open', 'Menu.x', 'item'), fc.boolean(), key, key, fc.boolean()),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((list) =>
    list.map(([stem, isFamily, first, second, translatable], index) => {
      const name = `${stem}${index}`;
      const keys = isFamily
        ? [
            { category: 'one', key: { ...first, name: `${name}_one` } },
            { category: 'other', key: { ...second, name: `${name}_other` } },
          ]
        : [{ category: null, key: { ...first, name } }];
      return { name, keys, translatable } as ModelRow;
    }),
  );

const text = fc.constantFrom('open', 'ÖFFNEN', 'en', 'b o', '0%', 'menu', 'x');
const some = <Item>(...items: Item[]) => fc.subarray(items, { minLength: 1 });
const condition = fc.oneof(
  fc.record({ field: fc.constantFrom('text', 'source'), text }),
  fc.record({ field: fc.constant('locale'), locale: fc.constantFrom('de', 'RU'), text }),
  fc.record({
    field: fc.constant('key'),
    pieces: fc.constantFrom(['menu.', ''], ['', 'x1', ''], ['item0'], ['item1_one'], ['', '_one']),
  }),
  fc.record({ field: fc.constant('tag'), anyOf: some('old', 'new tag') }),
  fc.record({
    field: fc.constant('has'),
    anyOf: some('plural', 'description', 'proposal', 'comment'),
  }),
  fc.record({
    field: fc.constant('is'),
    anyOf: some(
      'missing',
      'needs-review',
      'translated',
      'reviewed',
      'outdated',
      'failing',
      'untranslatable',
      'question',
    ),
  }),
  fc.record({ field: fc.constant('check'), anyOf: some(...CODES) }),
  fc.record({ field: fc.constant('origin'), anyOf: some('import', 'manual', 'machine', 'memory') }),
  fc.record({
    field: fc.constant('length'),
    comparison: fc.constantFrom('<', '>=', '='),
    length: fc.constantFrom(4, 8),
  }),
) as fc.Arbitrary<Condition>;
const query: fc.Arbitrary<Query> = fc.record({
  terms: fc.array(
    fc.record({
      condition,
      isNegated: fc.boolean(),
      start: fc.constant(0),
      end: fc.constant(0),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  locales: fc.constantFrom('any', 'all'),
  matchesCase: fc.boolean(),
  matchesWords: fc.boolean(),
});

function contains(whole: string, part: string, { matchesCase, matchesWords }: Query): boolean {
  const fold = (one: string) => (matchesCase ? one : one.toLowerCase());
  if (!matchesWords) return fold(whole).includes(fold(part));
  const end = part.endsWith('%') ? '' : '(?![\\p{L}\\p{N}_])';
  return new RegExp(`(?<![\\p{L}\\p{N}_])${fold(part)}${end}`, 'u').test(fold(whole));
}

function meetsValue(row: ModelRow, locale: Locale, one: Condition): boolean {
  const needed = row.keys.filter(
    ({ category }) => category === null || pluralCategories(locale).includes(category as 'one'),
  );
  const values = needed.flatMap(({ key }) => key.values[locale] ?? []);
  switch (one.field) {
    case 'is':
      return one.anyOf.some((status) => {
        if (status === 'missing') {
          const count = row.keys.length === 1 ? 1 : pluralCategories(locale).length;
          return row.translatable && values.length < count;
        }
        if (status === 'untranslatable') return !row.translatable;
        if (status === 'question') {
          return needed.some(({ key }) => key.questions.some((at) => at === null || at === locale));
        }
        if (status === 'outdated') {
          const all = row.keys.flatMap(({ key }) => key.values[locale] ?? []);
          return row.translatable && locale !== 'en' && all.some((v) => v.isOutdated);
        }
        return values.some((v) => {
          if (status === 'failing') return v.checks.includes('tag_missing');
          return row.translatable && v.state === status.replace('-', '_');
        });
      });
    case 'check':
      return values.some((v) => one.anyOf.some((code) => v.checks.includes(code as never)));
    case 'origin':
      return values.some((v) => one.anyOf.includes(v.origin));
    case 'length':
      return values.some(({ text }) => {
        const { length } = [...text];
        if (one.comparison === '<') return length < one.length;
        return one.comparison === '=' ? length === one.length : length >= one.length;
      });
    default:
      throw new TypeError(one.field);
  }
}

function meetsRow(row: ModelRow, asked: readonly Locale[], one: Condition, all: Query): boolean {
  const inText = (locale: Locale, part: string) =>
    row.keys.some(({ key }) => contains(key.values[locale]?.text ?? '', part, all));
  switch (one.field) {
    case 'text':
      return (
        row.keys.some(({ key }) => contains(key.name, one.text, all)) ||
        (['en', ...asked] as const).some((locale) => inText(locale, one.text))
      );
    case 'source':
      return inText('en', one.text);
    case 'locale':
      return inText(one.locale.toLowerCase() as Locale, one.text);
    case 'key': {
      const pattern = one.pieces.map((piece) => piece.replaceAll('.', '\\.')).join('.*');
      const whole = new RegExp(`^${pattern}$`, all.matchesCase ? 's' : 'is');
      return [row.name, ...row.keys.map(({ key }) => key.name)].some((name) => whole.test(name));
    }
    case 'tag':
      return row.keys.some(({ key }) => one.anyOf.some((tag) => key.tags.includes(tag)));
    case 'has':
      return one.anyOf.some((feature) =>
        feature === 'plural'
          ? row.keys.length > 1
          : row.keys.some(({ key }) =>
              feature === 'description'
                ? key.description !== ''
                : feature === 'proposal'
                  ? key.proposals.some((locale) => asked.includes(locale))
                  : [...key.comments, ...key.questions].some(
                      (at) => at === null || asked.includes(at),
                    ),
            ),
      );
    default:
      throw new TypeError(one.field);
  }
}

const ON_VALUES = new Set(['is', 'check', 'origin', 'length']);

function meets(row: ModelRow, asked: readonly Locale[], all: Query): boolean {
  const onRow = all.terms.filter(({ condition: { field } }) => !ON_VALUES.has(field));
  const onValues = all.terms.filter(({ condition: { field } }) => ON_VALUES.has(field));
  const inLocale = (locale: Locale) =>
    onValues.every(({ condition, isNegated }) => meetsValue(row, locale, condition) !== isNegated);
  return (
    onRow.every(({ condition, isNegated }) => meetsRow(row, asked, condition, all) !== isNegated) &&
    (all.locales === 'all' ? asked.every(inLocale) : asked.some(inLocale))
  );
}

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

async function store(contents: readonly ModelRow[]): Promise<string> {
  const { id: projectId } = await createProject(tenant.client);
  const keys = contents.flatMap(({ translatable, keys }) =>
    keys.map(({ key }) => ({ ...key, translatable })),
  );
  for (const locale of LOCALES) {
    const texts = keys.flatMap(({ name, values }) =>
      values[locale] ? [[name, values[locale].text]] : [],
    );
    const content = Object.fromEntries(texts);
    await tenant.client.i18n.locales.create({ projectId, code: locale }).catch(() => {});
    if (texts.length > 0) await tenant.client.i18n.projects.import({ projectId, locale, content });
  }
  await sql`
    update translation_key k set description = m.description, source_version = 1,
      translatable = m.translatable,
      tags = array(select jsonb_array_elements_text(m.tags))
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) 
      m(name text, description text, tags jsonb, translatable boolean)
    where k.project_id = ${projectId}::uuid and k.name = m.name`.execute(app.db);
  const values = keys.flatMap(({ name, values }) =>
    Object.entries(values).map(([locale, one]) => ({
      ...one,
      name,
      locale,
      mask: String(findingsToMask(one.checks.map((code) => ({ code })))),
      written: one.isOutdated ? 0 : 1,
    })),
  );
  await sql`
    update translation_value v set state = m.state::value_state, origin = m.origin::value_origin,
      checks = m.mask, source_version = m.written
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      m(name text, locale text, state text, origin text, mask bigint, written int)
    join translation_key k on k.project_id = ${projectId}::uuid and k.name = m.name
    join locale l on l.project_id = ${projectId}::uuid and l.code = m.locale
    where v.project_id = ${projectId}::uuid and v.key_id = k.id and v.locale_id = l.id`.execute(
    app.db,
  );
  const open = keys.flatMap(({ name, proposals }) => proposals.map((locale) => ({ name, locale })));
  const person = sql`${tenant.user.id}::uuid`;
  await sql`
    insert into proposal (project_id, id, key_id, locale_id, text, base_version, source_version,
                          author_type, author_id, person_id, created_at, event_id, state, decided_at)
    select k.project_id, gen_random_uuid(), k.id, l.id, 'x', 0, 0, 'user', ${person}, ${person}, now(),
           gen_random_uuid(), s.state, case when s.state <> 'open' then now() end
    from (
      select name, locale, 'open'::proposal_state as state
      from jsonb_to_recordset(${JSON.stringify(open)}::jsonb) m(name text, locale text)
      -- Decided proposals are not found.
      union all select name, 'ru', 'declined'
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) m(name text)
    ) s
    join translation_key k on k.project_id = ${projectId}::uuid and k.name = s.name
    join locale l on l.project_id = ${projectId}::uuid and l.code = s.locale`.execute(app.db);
  await storeComments(projectId, keys);
  return projectId;
}

async function storeComments(projectId: string, keys: readonly ModelKey[]): Promise<void> {
  const comments = keys.flatMap(({ name, questions, comments }) => [
    ...questions.map((locale) => ({ name, locale, kind: 'question', resolved: false })),
    ...comments.map((locale) => ({ name, locale, kind: 'comment', resolved: false })),
    // A resolved question counts as a comment only.
    ...comments.map((locale) => ({ name, locale, kind: 'question', resolved: true })),
  ]);
  const person = sql`${tenant.user.id}::uuid`;
  await sql`
    insert into comment (project_id, id, thread_id, key_id, locale_id, kind, text, author_id,
                         created_at, is_open, resolved_at, event_id, last_actor_id)
    select k.project_id, u.id, u.id, k.id, l.id, m.kind::comment_kind, m.text, ${person}, now(),
           m.kind = 'question' and not m.resolved and m.text is not null,
           case when m.resolved then now() end, u.id, ${person}
    from (
      select name, locale, kind, resolved, 'x' as text
      from jsonb_to_recordset(${JSON.stringify(comments)}::jsonb)
        m(name text, locale text, kind text, resolved boolean)
      -- Deleted comments are not found.
      union all select name, 'ru', 'question', false, null
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) m(name text)
    ) m
    cross join lateral (select gen_random_uuid() as id where m.name is not null) u
    join translation_key k on k.project_id = ${projectId}::uuid and k.name = m.name
    left join locale l on l.project_id = ${projectId}::uuid and l.code = m.locale`.execute(app.db);
}

describe('a row filter', () => {
  it('selects the rows that a reference model selects, in the list of rows and in the row index', async () => {
    const queries = fc.array(fc.tuple(query, fc.subarray([...LOCALES], { minLength: 1 })), {
      minLength: 12,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(rows, queries, async (contents, asked) => {
        const projectId = await store(contents);
        for (const [one, locales] of asked) {
          const printed = printQuery(one);
          const input = { projectId, locales, query: printed };
          const { data } = await tenant.client.i18n.rows.list(input);
          const { data: index } = await tenant.client.i18n.rowIndex.get(input);
          const expected = contents.filter((row) => meets(row, locales, one));
          const names = expected.map(({ name }) => name);
          expect(data.map(({ key }) => key).toSorted(), printed).toEqual(names.toSorted());
          expect(index.keyIds).toEqual(data.map(({ keyId }) => keyId));
        }
      }),
      { numRuns: testRuns(6), endOnFailure: true },
    );
  });
});
