import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import type { FileFormat, FileRow, PatchOptions, ValueState } from '../../src/format.ts';
import { DEFAULT_KEY_SEPARATOR } from '../../src/names/names.ts';
import { deriveFile } from '../../src/patch/derive.ts';
import { findPartial, isPartial } from '../../src/plural/partial.ts';
import type { Conformance, Writing } from './case.ts';
import { fullRow, sortByName } from './case.ts';
import { rowsOf } from './data.ts';
import {
  batches,
  collectBytes,
  collectPatch,
  collectRows,
  inOneChunk,
  readOptions,
  TEST_LIMITS,
} from './io.ts';

const TO = 'de';

/** Tests files of another locale, groups of texts that belong together, and states. */
export function testGroups(conformance: Conformance, writing: Writing): void {
  const tools = toolsFor(conformance, writing);
  const { format } = conformance;
  if (tools.isOfOneLocale) testNewFiles(conformance, tools);
  if (format.needs.plurals !== null) testPartialPlurals(tools);
  const isNested = writing.shape === 'nested' && writing.keySeparator !== null;
  if (format.needs.arrays && (isNested || format.id === 'android')) testPartialArrays(tools);
  if (format.states !== null) testStates(tools);
}

type Tools = ReturnType<typeof toolsFor>;

/** Returns functions that write files of the source locale and of {@link TO}, and read the texts of {@link TO}. */
function toolsFor({ format }: Conformance, writing: Writing) {
  const from = writing.sourceLocaleTag;
  const own = { ...writing, localeTags: [from] };
  const target = { ...writing, localeTags: format.carries.includes('source') ? [from, TO] : [TO] };
  const separator = writing.keySeparator ?? DEFAULT_KEY_SEPARATOR;
  return {
    format,
    writing,
    own,
    from,
    target,
    separator,
    isOfOneLocale: !format.multiLocale || format.id === 'csv',
    write: (rows: readonly FileRow[]) => collectBytes(format.write(batches(rows), own)),
    writeTarget: (rows: readonly FileRow[]) =>
      collectBytes(format.write(batches(rows), { ...target, localeTags: [TO] })),
    patch: async (
      base: Uint8Array,
      rows: readonly FileRow[],
      more: Partial<PatchOptions> = {},
    ): Promise<Buffer> => {
      const options = { ...target, limits: TEST_LIMITS, missing: 'keep' as const, ...more };
      return (await collectPatch(format, base, rows, options)).bytes;
    },
    derive: async (base: Uint8Array, rows: readonly FileRow[]): Promise<Buffer> => {
      const pieces: Uint8Array[] = [];
      const options = { ...writing, from, to: TO, limits: TEST_LIMITS };
      const derived = deriveFile(format, base, batches(rows), options);
      for await (const piece of derived) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    /** Returns the names and texts of a file of {@link TO}. */
    read: async (bytes: Uint8Array): Promise<[name: string, text: string][]> => {
      const options = { ...readOptions(writing), localeTag: TO };
      const { rows } = await collectRows(format, inOneChunk(bytes), options);
      return rows.flatMap(({ name, values }) =>
        values.flatMap(({ localeTag, text }): [string, string][] =>
          localeTag === TO ? [[name, text]] : [],
        ),
      );
    },
    partialOf: (sources: readonly FileRow[], rows: readonly FileRow[]) => {
      const names = new Set(rows.map(({ name }) => name));
      const hasText = (name: string): boolean => names.has(name);
      return findPartial(format.needs, { rows: sources, hasText, localeTag: TO, separator });
    },
  };
}

const inTarget = ({ values, ...row }: FileRow): FileRow => ({
  ...row,
  values: values.map(({ text }) => ({ localeTag: TO, text: `${text}!` })),
});

/** Returns the text of a row with one locale as it is in a file. */
const writtenBy = ({ asWritten }: FileFormat, row: FileRow): string =>
  asWritten?.(row.values[0]!.text, row) ?? row.values[0]!.text;

function testNewFiles(conformance: Conformance, tools: Tools): void {
  const { format, writing, own, from, write, derive, read, partialOf } = tools;
  const canCarry = (text: string) => conformance.canCarry?.(text, writing) ?? true;

  it('derives the file of another locale from the source file', async () => {
    const sources = rowsOf([from], { descriptions: false, states: false }, canCarry, conformance);
    const chosen = fc.array(fc.boolean(), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(sources, chosen, async (rows, isChosen) => {
        const full = rows.filter(({ values }) => values.length > 0);
        const translated = full.filter((_, at) => isChosen[at % isChosen.length]).map(inTarget);
        const base = await write(full);
        const file = await derive(base, translated);
        const groups = partialOf(full, translated);
        const whole = translated.filter(({ name }) => !isPartial(groups, name));
        const texts = sortByName(whole).flatMap((row) => {
          const text = writtenBy(format, row);
          return text === '' ? [] : [[row.name, text]];
        });
        expect((await read(file)).sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(texts);
        expect((await derive(base, translated)).equals(file)).toBe(true);
      }),
      { numRuns: testRuns(25) },
    );
  });

  it('keeps the layout of the source in the file of another locale', async () => {
    const rows = ['a', 'b', 'c'].map((name) => fullRow(name, `Text ${name}`, own));
    const base = Buffer.from(await write(rows)).toString();
    const file = (await derive(Buffer.from(base), rows.map(inTarget))).toString();
    const lines = (text: string): number => text.split('\n').length;
    if (!format.carries.includes('source')) expect(lines(file)).toBe(lines(base));
    const places = ['Text a!', 'Text b!', 'Text c!'].map((text) => file.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places.toSorted((x, y) => x - y)).toEqual(places);
  });
}

function testPartialPlurals(tools: Tools): void {
  const { own, from, isOfOneLocale, write, writeTarget, patch, derive, read } = tools;
  const family = (categories: readonly ('one' | 'other')[], localeTag: string): FileRow[] => [
    ...categories.map(
      (category): FileRow => ({
        name: `file.${category}`,
        plural: { family: 'file', category, domain: 'integer' },
        values: [{ localeTag, text: `%d ${category}` }],
      }),
    ),
    { name: 'plain', values: [{ localeTag, text: 'Text' }] },
  ];

  it('writes no plural that lacks a required form', async () => {
    const source = await write(family(['one', 'other'], from));
    const there = await writeTarget([fullRow('plain', 'Text', { ...own, localeTags: [TO] })]);
    for (const categories of [['one'], ['one', 'other']] as const) {
      const rows = family(categories, TO);
      const isWhole = categories.length === 2;
      const names = isWhole ? ['file.one', 'file.other', 'plain'] : ['plain'];
      const files = [await writeTarget(rows), await patch(there, rows)];
      if (isOfOneLocale) files.push(await derive(source, rows));
      for (const file of files) {
        expect((await read(file)).map(([name]) => name).sort()).toEqual(names);
      }
    }
  });
}

function testPartialArrays(tools: Tools): void {
  const { format, own, separator, write, patch, derive, read, partialOf } = tools;

  it('writes no array that lacks an element of the source', async () => {
    const names = ['list[0]', 'list[1]', 'plain', `deep${separator}plain`];
    const sources = names.map((name, at) => fullRow(name, `Text ${at}`, own));
    const rows = sources.map(inTarget);
    const [, second, ...others] = rows;
    const some = [second!, ...others];
    const base = await write(sources);
    const namesIn = async (file: Uint8Array) => (await read(file)).map(([name]) => name).sort();
    expect(await namesIn(await derive(base, some))).toEqual(names.slice(2).sort());
    const there = await derive(base, others);
    const still = await patch(there, some, { partial: partialOf(sources, some) });
    expect(still.toString()).toBe(there.toString());
    const whole = await patch(there, rows, { partial: partialOf(sources, rows) });
    expect(await namesIn(whole)).toEqual(names.toSorted());
    expect(whole.toString()).not.toContain('list[');
    // Without `partial`, the patch writes the element as a member, as earlier versions did.
    const member = await patch(there, some);
    expect(member.toString()).toContain('list[1]');
    const repaired = await patch(member, rows, { partial: partialOf(sources, rows) });
    expect(repaired.toString()).not.toContain('list[');
    expect((await read(repaired)).sort()).toEqual((await read(whole)).sort());
  });

  if (format.needs.arrays === 'member') {
    it('writes the elements of a list as members if another name takes the place of the array', async () => {
      const takers = [
        'list',
        `list${separator}x`,
        `list${separator}x[0]`,
        `list${separator}x${separator}y`,
      ];
      for (const taker of takers) {
        const sources = ['a', 'list[0]', 'list[1]', taker].map((name) =>
          fullRow(name, 'Text', own),
        );
        const rows = sources.slice(0, 2).map(inTarget);
        const base = await write(sources);
        const there = await derive(base, rows.slice(0, 1));
        for (const file of [
          await derive(base, rows),
          await patch(there, rows, { partial: partialOf(sources, rows) }),
        ]) {
          expect((await read(file)).map(([name]) => name).sort()).toEqual(['a', 'list[0]']);
          expect(file.toString()).toMatch(/[ "']list\[0\]["']?:/);
        }
      }
    });
  }
}

function testStates(tools: Tools): void {
  const { format, writing, from, target, patch } = tools;

  it('writes the states that the format can express', async () => {
    const states: ValueState[] = ['translated', 'needs_review', 'reviewed'];
    const rowsIn = (shift: number): FileRow[] =>
      states.map((_, at) => ({
        name: `k${at}`,
        values: [
          { localeTag: from, text: `k${at}` },
          { localeTag: TO, text: 'Text', state: states[(at + shift) % states.length]! },
        ],
      }));
    const reported = (rows: readonly FileRow[]) =>
      rows.map(({ values }) => {
        const state = values.find(({ localeTag }) => localeTag === TO)!.state ?? 'translated';
        return format.states!.tellsReviewed || state === 'needs_review' ? state : 'translated';
      });
    const localeTags = format.id === 'po' ? [TO] : target.localeTags;
    const options = { ...target, localeTags };
    let file: Uint8Array = await collectBytes(format.write(batches(rowsIn(0)), options));
    for (const shift of [0, 1, 2, 0]) {
      file = await patch(file, rowsIn(shift));
      const reading = { ...readOptions(writing), localeTag: TO };
      const { rows } = await collectRows(format, inOneChunk(file), reading);
      expect(reported(rows)).toEqual(reported(rowsIn(shift)));
    }
  });
}
