import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../scripts/tests/growth.ts';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import {
  type Conformance,
  defaultExpected,
  fullRow,
  plainName,
  sortByName,
  type Writing,
} from './case.ts';

export type { Conformance };

import { type FileRow, FormatError } from '../../src/format.ts';
import { hostileNames, hostileTexts, rowsOf } from './data.ts';
import { testGroups } from './groups.ts';
import {
  batches,
  collectBytes,
  collectRows,
  endlessText,
  inChunks,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from './io.ts';
import { testPatching } from './patch.ts';
import { testPlurals } from './plurals.ts';
import { testCuts, testRefusals } from './refusals.ts';
import { testRenaming } from './rename.ts';

/** Registers the tests of the shared suite. Call it in the test file of every format. */
export function testConformance(conformance: Conformance): void {
  const { format } = conformance;
  describe(`format ${format.id}`, () => {
    for (const writing of conformance.writings) {
      describe(`when written ${writing.label}`, () => testWriting(conformance, writing));
      describe(`when patched ${writing.label}`, () => testPatching(conformance, writing));
      describe(`when renamed ${writing.label}`, () => testRenaming(conformance, writing));
    }
    for (const writing of groupedWritings(conformance)) {
      describe(`when translated ${writing.label}`, () => testGroups(conformance, writing));
    }
    describe('when read', () => testReading(conformance));
  });
}

/** Returns the ways to write a file that contains only the source locale. */
const groupedWritings = ({ writings }: Conformance): Writing[] =>
  writings.filter(({ localeTags, sourceLocaleTag }) => localeTags.join() === sourceLocaleTag);

function testWriting(conformance: Conformance, writing: Writing): void {
  const { format } = conformance;
  const canCarry = (text: string) => conformance.canCarry?.(text, writing) ?? true;
  const canName = (name: string) => conformance.canName?.(name) ?? true;
  const someKey = plainName(conformance, 'some.key');
  const rowsArbitrary = rowsOf(writing.localeTags, conformance.keeps, canCarry, conformance);

  const write = (rows: readonly FileRow[], batchSize = 1000) =>
    collectBytes(format.write(batches(rows, batchSize), writing));
  const read = async (bytes: Uint8Array) =>
    (await collectRows(format, inOneChunk(bytes), readOptions(writing))).rows;
  const expectSame = (actual: FileRow[], rows: readonly FileRow[]) => {
    const wanted =
      conformance.expected?.(rows, writing) ?? defaultExpected(conformance, rows, writing);
    const isOrdered = conformance.keepsOrder?.(writing) ?? writing.shape !== 'nested';
    expect(isOrdered ? actual : sortByName(actual)).toEqual(
      isOrdered ? wanted : sortByName(wanted),
    );
  };

  it('reads back any written rows, code unit by code unit', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, async (rows) => {
        expectSame(await read(await write(rows)), rows);
      }),
      { numRuns: testRuns(60) },
    );
  });

  it('writes the same bytes again for the rows that it reads back', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, async (rows) => {
        const bytes = await write(rows);
        expect(decode(await write(await read(bytes)))).toBe(decode(bytes));
      }),
      { numRuns: testRuns(30) },
    );
  });

  it('writes the same bytes for batches of any size', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.integer({ min: 1, max: 4 }), async (rows, batchSize) => {
        expect(decode(await write(rows, batchSize))).toBe(decode(await write(rows)));
      }),
      { numRuns: testRuns(15) },
    );
  });

  it('reads the same rows for chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.array(fc.nat()), async (rows, cuts) => {
        const bytes = await write(rows);
        const options = readOptions(writing);
        const cut = await collectRows(format, inChunks(bytes, cuts), options);
        expect(cut.rows).toEqual(await read(bytes));
      }),
      { numRuns: testRuns(30) },
    );
  });

  it('reads the same rows from chunks of one byte', async () => {
    const rows = fullRows(hostileTexts.filter(canCarry), writing, 'text');
    const bytes = await write(rows);
    const everyByte = Array.from(bytes, (_, at) => at);
    const options = readOptions(writing);
    expectSame((await collectRows(format, inChunks(bytes, everyByte), options)).rows, rows);
  });

  it('round-trips hostile names and texts', async () => {
    const { identity = (name: string) => name } = conformance;
    const able = hostileNames.filter((name) => canCarry(name) && canName(name));
    const names = [...new Map(able.map((name) => [identity(name), name])).values()];
    const byName = names.map((name) => fullRow(name, name, writing));
    expectSame(await read(await write(byName)), byName);
    for (const row of byName) expectSame(await read(await write([row])), [row]);
    const byText = fullRows(hostileTexts.filter(canCarry), writing, 'text');
    expectSame(await read(await write(byText)), byText);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(byName[0])).toBe(Object.prototype);
  });

  testPlurals(conformance, writing);

  it('writes a file without rows and reads it back', async () => {
    expectSame(await read(await write([])), []);
  });

  testRefusals(conformance, writing);

  it('accepts names and texts up to the limits in characters, and rejects longer names and texts', async () => {
    const { keyNameLength, valueLength } = TEST_LIMITS;
    const limits = [fullRow('k'.repeat(keyNameLength), '😀'.repeat(valueLength), writing)];
    expectSame(await read(await write(limits)), limits);
    const longName = [fullRow('k'.repeat(keyNameLength + 1), 'x', writing)];
    expect(await rejection(write(longName).then(read))).toBeInstanceOf(FormatError);
    for (const text of ['x'.repeat(valueLength + 1), '😀'.repeat(valueLength + 1)]) {
      const error = await rejection(write([fullRow(someKey, text, writing)]).then(read));
      expect(error).toBeInstanceOf(FormatError);
      expect((error as FormatError).path).toBe(someKey);
    }
  });

  it('closes its source when the writer is stopped early', async () => {
    let isEnded = false;
    async function* source(): AsyncGenerator<FileRow[]> {
      try {
        for (let n = 0; ; n++) yield [fullRow(`key${n}`, 'x'.repeat(1000), writing)];
      } finally {
        isEnded = true;
      }
    }
    const writer = format.write(takeBatches(source(), 2000), writing);
    for await (const _ of writer) break;
    expect(isEnded).toBe(true);
  });
}

function testReading(conformance: Conformance): void {
  const { format, fileWith } = conformance;
  const writing = conformance.writings[0]!;
  const options = readOptions(writing);
  const read = (bytes: Uint8Array | AsyncIterable<Uint8Array>) =>
    collectRows(format, bytes instanceof Uint8Array ? inOneChunk(bytes) : bytes, options);
  const encode = (text: string) => new TextEncoder().encode(text);

  it('drops a byte order mark at the start, for chunks of any size', async () => {
    const { rows } = await read(encode(fileWith('x')));
    expect(rows).toHaveLength(1);
    expect(rows[0]!.name).toBe('a');
    for (const cuts of [[], [1], [2], [1, 2, 3]]) {
      const marked = inChunks(encode(`\ufeff${fileWith('x')}`), cuts);
      expect((await read(marked)).rows).toEqual(rows);
    }
  });

  it('reads lines that end in CR LF in the same way as lines that end in LF', async () => {
    const unix = fileWith('x').replaceAll('\r\n', '\n');
    expect(unix).toContain('\n');
    const { rows } = await read(encode(unix));
    expect((await read(encode(unix.replaceAll('\n', '\r\n')))).rows).toEqual(rows);
  });

  it('rejects bytes that are not UTF-8, and names the line', async () => {
    // A stray continuation byte, an overlong form, a surrogate, a code point beyond U+10FFFF, a cut-off character.
    const faults = [
      [0x80],
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xe2, 0x82],
    ];
    const [before, after] = aroundText(fileWith);
    for (const fault of faults) {
      const bytes = Buffer.concat([encode(before), Uint8Array.from(fault), encode(after)]);
      for (const cuts of [[], Array.from(bytes, (_, at) => at)]) {
        const error = await rejection(read(inChunks(bytes, cuts)));
        expect(error).toBeInstanceOf(FormatError);
        expect((error as FormatError).line).toBe(before.split('\n').length);
      }
    }
    const utf16 = Buffer.from(`\ufeff${fileWith('x')}`, 'utf16le');
    const refused = await rejection(read(utf16));
    if (conformance.readsUtf16) expect(refused).toBeUndefined();
    else expect(refused).toBeInstanceOf(FormatError);
  });

  it('rejects U+0000', async () => {
    expect(await rejection(read(encode(fileWith('x\0y'))))).toBeInstanceOf(FormatError);
  });

  testCuts(conformance);

  it('rejects 100,000 levels of nesting in time proportional to the size', async () => {
    const refuse = async (depth: number) => {
      const bytes = encode([...conformance.deepFile(depth)].join(''));
      expect(await rejection(read(bytes))).toBeInstanceOf(FormatError);
    };
    expect(await growthOf(25_000, refuse)).toBeLessThan(IN_PROPORTION);
  });

  it('rejects a line of 100 MB, without buffering it in a streaming format', async () => {
    const [before, after] = aroundText(fileWith);
    const source = endlessText(before, after, 100_000_000);
    expect(await rejection(read(source.bytes))).toBeInstanceOf(FormatError);
    expect(source.isEnded()).toBe(true);
    if (!format.blocking) expect(source.givenBytes()).toBeLessThan(4_000_000);
  });

  it('does not block the event loop while it reads and writes from memory', async () => {
    if (format.blocking) return;
    const rows = Array.from({ length: 10_000 }, (_, n) =>
      fullRow(plainName(conformance, `a${n % 50}.b.c${n}`), 'some text', writing),
    );
    let longestMs = 0;
    let since = process.threadCpuUsage();
    const ticks = setInterval(() => {
      const { user, system } = process.threadCpuUsage(since);
      longestMs = Math.max(longestMs, (user + system) / 1000);
      since = process.threadCpuUsage();
    }, 1);
    const bytes = await collectBytes(format.write(batches(rows, 1000), writing));
    const back = await read(bytes);
    clearInterval(ticks);
    expect(back.rows).toHaveLength(rows.length);
    // Measures processor time because other processes may use the machine. The target is 50 ms.
    expect(longestMs).toBeLessThan(250);
  });
}

function aroundText(fileWith: (raw: string) => string): [before: string, after: string] {
  const marker = 'MARKER';
  const [before, after, ...more] = fileWith(marker).split(marker);
  if (after === undefined || more.length > 0) throw new Error('fileWith must hold its text once');
  return [before!, after];
}

function fullRows(texts: readonly string[], writing: Writing, prefix: string): FileRow[] {
  return texts.map((text, at) => fullRow(`${prefix}${at}`, text, writing));
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

async function* takeBatches(
  source: AsyncIterable<FileRow[]>,
  count: number,
): AsyncGenerator<FileRow[]> {
  let taken = 0;
  for await (const batch of source) {
    yield batch;
    taken += 1;
    if (taken === count) return;
  }
}
