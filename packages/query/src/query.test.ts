import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../scripts/tests/test-runs.ts';
import { parseQuery } from './parse.ts';
import { printQuery } from './print.ts';
import {
  COMPARISONS,
  type Condition,
  FEATURES,
  ORIGINS,
  QUERY_LIMITS,
  type Query,
  STATUSES,
} from './query.ts';
import { timeRangeOf } from './time.ts';

const withoutPlaces = ({ terms, ...rest }: Query) => ({
  ...rest,
  terms: terms.map(({ condition, isNegated }) => ({ condition, isNegated })),
});

const conditionsOf = (text: string): Condition[] => {
  const { query, fault } = parseQuery(text);
  expect(fault).toBeNull();
  return query!.terms.map(({ condition }) => condition);
};

const faultOf = (text: string): string => {
  const { fault } = parseQuery(text);
  expect(fault).not.toBeNull();
  return text.slice(fault!.start, fault!.end);
};

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.stringMatching(/^[-a-z:"\\|* @]{1,8}$/),
);
const piece = fc.stringMatching(/^[a-z.|\\:]{1,5}$/);
const comparison = fc.constantFrom(...COMPARISONS);
const listOf = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(value, { minLength: 1, maxLength: 3 });
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field: fc.constantFrom('text', 'source', 'by'), text }),
  fc.record({
    field: fc.constant('locale'),
    locale: fc.constantFrom('de', 'pt-BR', 'is', 'zh_Hant', 'key', 'all'),
    text,
  }),
  fc.record({
    field: fc.constant('key'),
    pieces: fc.oneof(
      text.map((one) => [one]),
      fc
        .tuple(fc.constantFrom('', 'menu.'), fc.array(piece, { maxLength: 2 }), piece)
        .map(([first, middle, last]) => [first, ...middle, last]),
    ),
  }),
  fc.record({ field: fc.constantFrom('tag', 'check'), anyOf: listOf(text) }),
  fc.record({ field: fc.constant('is'), anyOf: listOf(fc.constantFrom(...STATUSES)) }),
  fc.record({ field: fc.constant('origin'), anyOf: listOf(fc.constantFrom(...ORIGINS)) }),
  fc.record({ field: fc.constant('has'), anyOf: listOf(fc.constantFrom(...FEATURES)) }),
  fc.record({
    field: fc.constant('changed'),
    comparison,
    time: fc.constantFrom('2026-11-01', '2026-02-28T10:00:00.5Z', '2026-11-01T10:00+01:00'),
  }),
  fc.record({ field: fc.constant('length'), comparison, length: fc.nat(9_999_999) }),
  fc.record({ field: fc.constant('change'), id: fc.uuid() }),
) as fc.Arbitrary<Condition>;
const query: fc.Arbitrary<Query> = fc.record({
  terms: fc.array(
    fc.record({
      condition,
      isNegated: fc.boolean(),
      start: fc.constant(0),
      end: fc.constant(0),
    }),
    { maxLength: 8 },
  ),
  locales: fc.constantFrom('any', 'all'),
  matchesCase: fc.boolean(),
  matchesWords: fc.boolean(),
});

describe('parseQuery', () => {
  it('reads every kind of condition', () => {
    expect(
      conditionsOf(
        'word "a phrase" key:menu.* source:save de:"Speichern" tag:legacy is:missing|needs-review ' +
          'check:tag_missing origin:machine by:ada changed:>2026-11-01 has:plural length:>80',
      ),
    ).toEqual([
      { field: 'text', text: 'word' },
      { field: 'text', text: 'a phrase' },
      { field: 'key', pieces: ['menu.', ''] },
      { field: 'source', text: 'save' },
      { field: 'locale', locale: 'de', text: 'Speichern' },
      { field: 'tag', anyOf: ['legacy'] },
      { field: 'is', anyOf: ['missing', 'needs-review'] },
      { field: 'check', anyOf: ['tag_missing'] },
      { field: 'origin', anyOf: ['machine'] },
      { field: 'by', text: 'ada' },
      { field: 'changed', comparison: '>', time: '2026-11-01' },
      { field: 'has', anyOf: ['plural'] },
      { field: 'length', comparison: '>', length: 80 },
    ]);
  });

  it('reads flags, negations and positions', () => {
    const { query: parsed } = parseQuery(' -tag:a  all: CASE: word: - -5 ');
    expect(parsed).toMatchObject({ locales: 'all', matchesCase: true, matchesWords: true });
    expect(parsed!.terms).toEqual([
      { condition: { field: 'tag', anyOf: ['a'] }, isNegated: true, start: 1, end: 7 },
      { condition: { field: 'text', text: '-' }, isNegated: false, start: 26, end: 27 },
      { condition: { field: 'text', text: '5' }, isNegated: true, start: 28, end: 30 },
    ]);
  });

  it('reads a quoted name without wildcards, and reads `@` before a locale that has the name of a field', () => {
    expect(conditionsOf('key:"a*b" key:a*b @is:texti "is:missing" 12:30')).toEqual([
      { field: 'key', pieces: ['a*b'] },
      { field: 'key', pieces: ['a', 'b'] },
      { field: 'locale', locale: 'is', text: 'texti' },
      { field: 'text', text: 'is:missing' },
      { field: 'text', text: '12:30' },
    ]);
  });

  it.each([
    ['a "open', '"open'],
    ['a key: b', 'key:'],
    ['is:gone', 'gone'],
    ['is:missing|gone', 'gone'],
    ['is:missing|', 'is:missing|'],
    ['a ""', '""'],
    ['-all: b', '-all:'],
    ['any:b', 'any:'],
    ['any: all:', 'all:'],
    ['http://example.com', 'http:'],
    ['changed:2026-02-31', 'changed:2026-02-31'],
    ['changed:yesterday', 'changed:yesterday'],
    ['length:>many', 'length:>many'],
    ['change:1', 'change:1'],
  ])('rejects %s and points at %s', (given, part) => {
    expect(faultOf(given)).toBe(part);
  });

  it('rejects a query that is too long or has too many conditions', () => {
    expect(faultOf(`${'a'.repeat(QUERY_LIMITS.length)}bc`)).toBe('bc');
    expect(faultOf(`${'a '.repeat(QUERY_LIMITS.terms)}b`)).toBe('b');
  });

  it('parses any string, or returns an error with a position inside it', () => {
    const parts = fc.constantFrom('is:', 'key:', '"', '\\', '-', '|', ' ', 'de:', 'all:', 'a', '>');
    const any = fc.oneof(
      fc.string(),
      fc.array(parts).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(any, (given) => {
        const { query: parsed, fault } = parseQuery(given);
        const places = parsed ? parsed.terms : [fault!];
        for (const { start, end } of places) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(given.length);
        }
      }),
      { numRuns: testRuns(2000) },
    );
  });
});

describe('printQuery', () => {
  it('returns text that parses to the same query', () => {
    fc.assert(
      fc.property(query, (given) => {
        const { query: parsed, fault } = parseQuery(printQuery(given));
        expect(fault).toBeNull();
        expect(withoutPlaces(parsed!)).toEqual(withoutPlaces(given));
      }),
      { numRuns: testRuns(2000) },
    );
  });
});

describe('timeRangeOf', () => {
  const day = Date.parse('2026-11-01');
  const next = Date.parse('2026-11-02');

  it.each([
    ['>', next, null],
    ['>=', day, null],
    ['<', null, day],
    ['<=', null, next],
    ['=', day, next],
  ] as const)(
    'returns the UTC range of the times that are %s a given day',
    (given, from, before) => {
      expect(timeRangeOf(given, '2026-11-01')).toEqual({ from, before });
    },
  );
});

/** Returns the minimum processor time for parsing a query of the maximum length. */
function cpuOf(piece: string): number {
  const longest = piece.repeat(Math.floor(QUERY_LIMITS.length / piece.length));
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    for (let run = 0; run < 50; run++) parseQuery(longest);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}

describe('the longest query', () => {
  it.each([
    'a',
    '-',
    '"',
    '\\',
    'a-',
    '*',
    'key:*',
    'is:missing|',
    'tag:"\\"',
    ' ',
    '@',
    'a"',
    '|',
  ])('takes at most about ten times as long as a query of tags if it repeats %s', (piece) => {
    expect(cpuOf(piece)).toBeLessThan(10 * cpuOf('tag:a|"b"|') + 500);
  });
});
