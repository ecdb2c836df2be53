import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import type { FileRow } from '../../src/format.ts';
import { renameInFile } from '../../src/rename/rename-in-file.ts';
import { type Conformance, fullRow, plainName, type Writing } from './case.ts';
import { hostileTexts, rowsOf } from './data.ts';
import { batches, collectBytes, collectRows, inOneChunk, readOptions } from './io.ts';

/** Tests that `renameInFile` renames a key and keeps the rest of the file. */
export function testRenaming(conformance: Conformance, writing: Writing): void {
  const { format } = conformance;
  const canCarry = (text: string) => conformance.canCarry?.(text, writing) ?? true;
  const rowsArbitrary = rowsOf(writing.localeTags, conformance.keeps, canCarry, conformance);
  const next = plainName(conformance, 'renamed');
  const options = readOptions(writing);
  const read = async (bytes: Uint8Array) =>
    (await collectRows(format, inOneChunk(bytes), options)).rows;

  /** Renames the row at an index. Returns false if the file has no place for the new name. */
  const rename = async (rows: readonly FileRow[], at: number): Promise<boolean> => {
    const base = await collectBytes(format.write(batches(rows), writing));
    const before = await read(base);
    const row = before[at % before.length];
    if (row === undefined) return false;
    const result = await renameInFile(format, base, before, new Map([[row.name, next]]), options);
    if (result === null) return false;
    const after = await read(result.bytes);
    expect(after).toEqual(result.rows);
    expect(after.map(withoutId)).toEqual(
      before.map((one) => withoutId(one === row ? { ...row, name: next } : one)),
    );
    const pieces = Buffer.from(result.bytes).toString().split(next);
    expectInOrder(Buffer.from(base).toString(), pieces);
    return true;
  };

  it('renames a key and changes no byte outside its name', async () => {
    const rows = hostileTexts.filter(canCarry).map((text, at) => fullRow(`k${at}`, text, writing));
    expect(await rename(rows, 9)).toBe(true);
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.nat(), async (rows, at) => {
        const others = rows.filter(({ name }) => !name.includes(next));
        await rename(others, at);
      }),
      { numRuns: testRuns(20) },
    );
  });
}

const withoutId = ({ id: _, ...row }: FileRow): FileRow => row;

/** Expects that a text consists of the pieces in order, with names between them. */
function expectInOrder(text: string, pieces: readonly string[]): void {
  expect(text.startsWith(pieces[0]!) && text.endsWith(pieces.at(-1)!)).toBe(true);
  let at = 0;
  for (const piece of pieces) {
    const start = text.indexOf(piece, at);
    expect(start).toBeGreaterThanOrEqual(at);
    at = start + piece.length;
  }
}
