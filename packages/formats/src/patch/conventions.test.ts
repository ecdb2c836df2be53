import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import {
  batches,
  collectRows,
  inOneChunk,
  readOptions,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import type { FileFormat } from '../format.ts';
import { FORMATS } from '../registry.ts';
import { deriveFile } from './derive.ts';

const base = { keySeparator: '.', sourceLocaleTag: 'en', shape: 'flat' } as const;

/** The conventions of a file with one text. */
interface Written {
  newline: string;
  indent: string;
  hasMark: boolean;
}

type FileOf = (text: string, written: Written) => string;

const json =
  (entry: (text: string) => string): FileOf =>
  (text, { newline, indent }) =>
    `{${newline}${indent}"a": ${entry(text)}${newline}}${newline}`;
const escaped = (text: string): string =>
  JSON.stringify(text).replace(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const yamlEscaped = (text: string): string =>
  text.replaceAll(/[^\0-~]/gu, (character) => {
    const hex = character.codePointAt(0)!.toString(16).toUpperCase();
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });

const FILES: Readonly<Record<string, { plain: FileOf; ascii?: FileOf }>> = {
  json: { plain: json(JSON.stringify), ascii: json(escaped) },
  arb: { plain: json(JSON.stringify), ascii: json(escaped) },
  formatjs: { plain: json(JSON.stringify), ascii: json(escaped) },
  chrome: {
    plain: json((text) => `{"message": ${JSON.stringify(text)}}`),
    ascii: json((text) => `{"message": ${escaped(text)}}`),
  },
  properties: {
    plain: (text, { newline }) => `# c${newline}${newline}a=${text}${newline}`,
    ascii: (text, { newline }) =>
      `# c${newline}${newline}a=${escaped(text).slice(1, -1)}${newline}`,
  },
  yaml: {
    plain: (text, { newline }) => `# c${newline}a: "${text}"${newline}`,
    ascii: (text, { newline }) => `# c${newline}a: "${yamlEscaped(text)}"${newline}`,
  },
  resx: {
    plain: (text, { newline, indent }) =>
      `<root>${newline}${indent}<data name="a"><value>${text}</value></data>${newline}</root>${newline}`,
  },
  android: {
    plain: (text, { newline, indent }) =>
      `<resources>${newline}${indent}<string name="a">${text}</string>${newline}</resources>${newline}`,
  },
};

const bytesOf = (fileOf: FileOf, text: string, written: Written): Buffer =>
  Buffer.from((written.hasMark ? '\ufeff' : '') + fileOf(text, written));

const writtenAs: fc.Arbitrary<Written> = fc.record({
  newline: fc.constantFrom('\n', '\r\n'),
  indent: fc.constantFrom('  ', '    ', '\t'),
  hasMark: fc.boolean(),
});

async function derive(format: FileFormat, source: Buffer, text: string, beside: Buffer[]) {
  const rows = [{ name: 'a', values: [{ localeTag: 'de', text }] }];
  const pieces = await Array.fromAsync(
    deriveFile(format, source, batches(rows), {
      ...base,
      from: 'en',
      to: 'de',
      limits: TEST_LIMITS,
      beside,
    }),
  );
  return Buffer.concat(pieces);
}

describe('the file of a new locale', () => {
  it.each(FORMATS.filter(({ follows }) => follows !== undefined))(
    'has the escapes, line ends, indentation and byte order mark of the other $id files',
    async (format) => {
      const { plain, ascii } = FILES[format.id]!;
      const words = fc.constantFrom('Größe', '漢字 😀', 'Taille élevée');
      await fc.assert(
        fc.asyncProperty(
          writtenAs,
          writtenAs,
          words,
          words,
          fc.boolean(),
          async (own, others, there, text, isAscii) => {
            const fileOf = isAscii && ascii ? ascii : plain;
            const indent = format.follows === 'indentation' ? others.indent : own.indent;
            const written = await derive(format, bytesOf(plain, 'Size', own), text, [
              bytesOf(fileOf, there, others),
              bytesOf(fileOf, 'x', others),
            ]);
            expect(written.toString()).toBe(
              bytesOf(fileOf, text, { ...others, indent }).toString(),
            );
            const options = { ...readOptions({ ...base, localeTags: ['de'] }), localeTag: 'de' };
            const { rows } = await collectRows(format, inOneChunk(written), options);
            expect(rows[0]!.values[0]!.text).toBe(text);
          },
        ),
        { numRuns: testRuns(60) },
      );
    },
  );

  it('has the conventions of the source if there is no other translation', async () => {
    const own = { newline: '\r\n', indent: '\t', hasMark: true };
    const format = FORMATS.find(({ id }) => id === 'json')!;
    const { plain } = FILES.json!;
    const written = await derive(format, bytesOf(plain, 'Size', own), 'Größe', []);
    expect(written.toString()).toBe(bytesOf(plain, 'Größe', own).toString());
  });
});
