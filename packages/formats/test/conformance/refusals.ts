import { expect, it } from 'vitest';
import { type FileRow, FormatError } from '../../src/format.ts';
import { type Conformance, fullRow, plainName, type Writing } from './case.ts';
import { hostileNames, hostileTexts } from './data.ts';
import { batches, collectBytes, collectRows, inOneChunk, readOptions, rejection } from './io.ts';

/** Tests names and texts that a format cannot store. */
export function testRefusals(conformance: Conformance, writing: Writing): void {
  const { format } = conformance;
  const canCarry = (text: string) => conformance.canCarry?.(text, writing) ?? true;
  const canName = (name: string) => conformance.canName?.(name) ?? true;
  const someKey = plainName(conformance, 'some.key');
  const write = (rows: readonly FileRow[]) => collectBytes(format.write(batches(rows), writing));

  it('rejects names and texts that it cannot store, and names the key', async () => {
    const others = [
      ...hostileTexts,
      ...hostileNames,
      'a\u0001b',
      'a\u001fb',
      'a\ufffeb',
      'a\uffffb',
    ];
    const refused = ['a\0b', 'a\ud800b', '\udc00', ...others.filter((text) => !canCarry(text))];
    for (const text of refused) {
      const error = await rejection(write([fullRow(someKey, text, writing)]));
      expect(error, JSON.stringify(text)).toBeInstanceOf(FormatError);
      expect((error as FormatError).path).toBe(someKey);
      expect(await rejection(write([fullRow(text, 'x', writing)]))).toBeInstanceOf(FormatError);
    }
    for (const name of hostileNames.filter((one) => !canName(one))) {
      const error = await rejection(write([fullRow(name, 'x', writing)]));
      expect(error, JSON.stringify(name)).toBeInstanceOf(FormatError);
      expect((error as FormatError).path).toBe(name);
    }
  });
  it('names the key of a description that it cannot store', async () => {
    for (const description of ['a\ud800', '\udc00b', 'a\u0001', 'a\\', '*/ -->', ' ']) {
      const row = { ...fullRow(someKey, 'x', writing), description };
      const error = await rejection(write([row]));
      if (error !== undefined) expect(error).toMatchObject({ path: someKey });
    }
  });
}

/** Tests truncated files. */
export function testCuts(conformance: Conformance): void {
  const { format, fileWith } = conformance;
  const options = readOptions(conformance.writings[0]!);
  const read = (bytes: Uint8Array) => collectRows(format, inOneChunk(bytes), options);

  it('reads no wrong text from a truncated file', async () => {
    const whole = new TextEncoder().encode(fileWith('text'));
    for (let size = 0; size < whole.length; size++) {
      const error = await rejection(
        read(whole.subarray(0, size)).then((cut) => {
          const texts = cut.rows.flatMap((row) => row.values.map(({ text }) => [row.name, text]));
          const isWhole = ([name, text]: (string | undefined)[]) =>
            name === 'a' && (conformance.isCuttable ? 'text'.startsWith(text!) : text === 'text');
          expect(texts.filter((text) => !isWhole(text))).toEqual([]);
        }),
      );
      if (error !== undefined) expect(error, `cut at ${size}`).toBeInstanceOf(FormatError);
    }
  });
}
