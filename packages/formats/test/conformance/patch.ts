import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { type FileRow, FormatError } from '../../src/format.ts';
import { locateTexts } from '../../src/patch/locate.ts';
import { type Conformance, defaultExpected, fullRow, sortByName, type Writing } from './case.ts';
import { hostileTexts, rowsOf } from './data.ts';
import {
  batches,
  collectBytes,
  collectPatch,
  collectRows,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from './io.ts';

/** Tests which bytes `patch` keeps, changes, inserts and removes. */
export function testPatching(conformance: Conformance, writing: Writing): void {
  const { format } = conformance;
  const canCarry = (text: string) => conformance.canCarry?.(text, writing) ?? true;
  const rowsArbitrary = rowsOf(writing.localeTags, conformance.keeps, canCarry, conformance);
  const write = (rows: readonly FileRow[]) => collectBytes(format.write(batches(rows), writing));
  const read = async (bytes: Uint8Array) =>
    (await collectRows(format, inOneChunk(bytes), readOptions(writing))).rows;
  const patch = (base: Uint8Array, rows: readonly FileRow[], missing: 'keep' | 'remove' = 'keep') =>
    collectPatch(format, base, rows, { ...writing, limits: TEST_LIMITS, missing });
  const expected = (rows: readonly FileRow[]) =>
    sortByName(
      conformance.expected?.(rows, writing) ?? defaultExpected(conformance, rows, writing),
    ).flatMap(textsOf);
  const plain = (rows: readonly FileRow[]) => sortByName(rows).flatMap(textsOf);

  it('changes no byte if the rows match the base', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.constantFrom(...VARIANTS), async (rows, variant) => {
        fc.pre(areDistinct(rows));
        const base = variant(await write(rows));
        const { bytes, report } = await patch(base, await read(base), 'remove');
        expect(bytes.toString()).toBe(Buffer.from(base).toString());
        expect(report).toEqual({ replaced: 0, inserted: 0, removed: 0, kept: 0, refused: [] });
      }),
      { numRuns: testRuns(60) },
    );
  });

  it('finds the line and the column of a text', async () => {
    const texts = hostileTexts.filter(canCarry);
    const rows = texts.map((text, at) => fullRow(`k${at}`, text, writing));
    rows.splice(9, 0, fullRow('marked', 'MARKER', writing));
    const base = await write(rows);
    const [localeTag] = writing.localeTags;
    const wanted = ['marked', 'none', 'marked'].map((name) => ({ name, localeTag: localeTag! }));
    const places = await locateTexts(format, base, await read(base), wanted, {
      ...writing,
      limits: TEST_LIMITS,
    });
    const lines = Buffer.from(base)
      .toString()
      .split(/\r\n|[\n\r]/);
    const { line, column } = places[0]!;
    const rest = lines
      .slice(line - 1)
      .join('\n')
      .slice(column - 1);
    // The marker follows the quotes or tags of the text.
    expect(rest).toMatch(/^\W{0,3}(<\w+>)?MARKER/);
    expect(places).toEqual([places[0], null, places[0]]);
  });

  it('changes no byte outside the changed text', async () => {
    const rows = hostileTexts.filter(canCarry).map((text, at) => fullRow(`k${at}`, text, writing));
    const marked = [...rows.slice(0, 9), fullRow('marked', 'MARKER', writing), ...rows.slice(9)];
    const base = Buffer.from(await write(marked)).toString();
    const change = marked.map((row) =>
      row.name === 'marked' ? fullRow(row.name, 'other', writing) : row,
    );
    const { bytes, report } = await patch(Buffer.from(base), change);
    expect(bytes.toString()).toBe(base.replaceAll('MARKER', 'other'));
    expect(report.replaced).toBe(writing.localeTags.length);
  });

  it('writes a file with the given rows, and changes no byte of this file in a second run', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsArbitrary,
        rowsArbitrary,
        fc.constantFrom(...VARIANTS),
        async (before, rows, variant) => {
          fc.pre(areDistinct(before));
          const base = variant(await write(before));
          const { bytes, report } = await patch(base, rows, 'remove');
          const refused = new Set(report.refused.map(({ path }) => path));
          const isTaken = ({ name }: FileRow) => !refused.has(name);
          const comparable = withoutUsualState(await read(base));
          expect(plain((await read(bytes)).filter(isTaken)).map(comparable)).toEqual(
            expected(rows.filter(isTaken)).map(comparable),
          );
          // A rejected text may have a place in a file from which other texts were removed.
          if (refused.size > 0) return;
          const again = await patch(bytes, rows, 'remove');
          expect(again.bytes.toString()).toBe(bytes.toString());
        },
      ),
      { numRuns: testRuns(60) },
    );
  });

  it('keeps the texts of keys that the rows do not contain', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, async (rows) => {
        const base = await write(rows);
        const { bytes, report } = await patch(base, []);
        expect(bytes.toString()).toBe(Buffer.from(base).toString());
        const texts = (await read(base)).flatMap(({ values }) => values);
        expect(report.kept).toBe(texts.length);
      }),
      { numRuns: testRuns(20) },
    );
  });

  it('inserts new rows after the preceding row', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((name) => fullRow(name, `Text ${name}`, writing));
    const base = await write(rows.filter(({ name }) => name !== 'b' && name !== 'd'));
    const { bytes, report } = await patch(base, rows);
    const unmarked = bytes.toString().replaceAll(conformance.addedMark ?? /$^/g, '');
    expect(unmarked).toBe(Buffer.from(await write(rows)).toString());
    expect(report.inserted).toBe(2 * writing.localeTags.length);
  });

  it('replaces texts with hostile texts', async () => {
    const texts = hostileTexts.filter(canCarry);
    const base = await write(texts.map((_, at) => fullRow(`k${at}`, `text ${at}`, writing)));
    const rows = texts.map((text, at) => fullRow(`k${at}`, text, writing));
    const { bytes } = await patch(base, rows);
    expect(plain(await read(bytes))).toEqual(expected(rows));
  });

  it('rejects a base of another format', async () => {
    for (const base of conformance.invalidFiles ?? INVALID) {
      expect(await rejection(patch(base, []))).toBeInstanceOf(FormatError);
    }
  });
}

const INVALID = [Uint8Array.of(0x80), Buffer.from('{"a'), Buffer.from('<x>')];

/**
 * Returns the row that a patch writes: without the description, because the base determines descriptions. Returns no
 * row for a key without a text, because a patch does not insert such keys.
 */
function textsOf({ name, values }: FileRow): FileRow[] {
  return values.length === 0 ? [] : [{ name, values }];
}

/**
 * Removes the state `translated` from texts that have no state in the base. A patch may leave such a text without a
 * state because `translated` is the default.
 */
function withoutUsualState(base: readonly FileRow[]): (row: FileRow) => FileRow {
  const keyOf = (name: string, localeTag: string, text: string): string =>
    JSON.stringify([name, localeTag, text]);
  const silent = new Set(
    base.flatMap(({ name, values }) =>
      values.flatMap(({ localeTag, text, state }) =>
        state === undefined ? keyOf(name, localeTag, text) : [],
      ),
    ),
  );
  return ({ name, values }) => ({
    name,
    values: values.map(({ state, ...value }) => {
      const isUsual =
        state === 'translated' && silent.has(keyOf(name, value.localeTag, value.text));
      return state === undefined || isUsual ? value : { ...value, state };
    }),
  });
}

/** True if names remain distinct after an editor converts all line ends to CR LF. */
const areDistinct = (rows: readonly FileRow[]): boolean =>
  new Set(rows.map(({ name }) => name.replaceAll(/\r?\n/g, '\r\n'))).size === rows.length;

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Variants of a file as other editors save it. */
const VARIANTS: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
  (bytes) => bytes,
  (bytes) => Buffer.concat([MARK, bytes]),
  (bytes) =>
    Buffer.from(
      Buffer.from(bytes)
        .toString()
        .replaceAll(/(?<!\r)\n/g, '\r\n'),
    ),
  (bytes) =>
    Buffer.from(
      Buffer.from(bytes)
        .toString()
        .replace(/\r?\n$/, ''),
    ),
];
