import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { batches, collectBytes, rejection } from '../../test/conformance/io.ts';
import { FormatError } from '../format.ts';
import { json } from './json.ts';
import { type NestOptions, nestMessages } from './nest-messages.ts';

const ALL: NestOptions = { keySeparator: '.', prefix: null };
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const flatOf = (messages: Iterable<readonly [string, string]>): string =>
  `{${Array.from(messages, ([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`).join(',')}}`;
const nest = async (flat: string, options = ALL): Promise<string> =>
  decode(await collectBytes(nestMessages(new TextEncoder().encode(flat), options)));

/** Writes the same messages with the file writer. */
async function written(messages: Iterable<readonly [string, string]>, keySeparator: string | null) {
  const rows = Array.from(messages, ([name, text]) => ({
    name,
    values: [{ localeTag: 'de', text }],
  }));
  const options = { sourceLocaleTag: 'en', localeTags: ['de'], compact: true };
  const pieces = json.write(batches(rows), { ...options, shape: 'nested', keySeparator });
  return decode(await collectBytes(pieces));
}

describe('nestMessages', () => {
  it('writes the same bytes as the file writer, for any names, texts and separators', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((own) => !own.includes('\0'));
    const segment = fc.oneof(
      fc.constantFrom('a', 'b', 'list[0]', 'list[1]', '', '$schema', '__proto__', '1', 'q"\\', '.'),
      text,
    );
    const name = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    const messages = fc
      .array(fc.tuple(name, fc.oneof(text, fc.constantFrom('"', '\\', '\\"', '",', 'ü😀\n\u2028'))))
      .map((entries) => new Map(entries));
    await fc.assert(
      fc.asyncProperty(messages, fc.constantFrom('.', '..', null), async (own, keySeparator) => {
        const nested = await nest(flatOf(own), { keySeparator, prefix: null });
        expect(nested).toBe(await written(own, keySeparator));
      }),
      { numRuns: testRuns(200) },
    );
  });

  it('joins names, texts and characters that are split between chunks', async () => {
    const long = ['ü"\\'.repeat(9_000), 'x'.repeat(30_000), '😀'.repeat(5_000)];
    const messages = long.flatMap((text, at) => [
      [`a.b${at}.${text.slice(0, 1_000)}`, text] as const,
      [`a.c${at}`, '\\'] as const,
    ]);
    expect(await nest(flatOf(messages))).toBe(await written(messages, '.'));
  });

  it('keeps only names with a prefix, and removes the prefix', async () => {
    const flat = '{"web.a.b":"x","web.":"none","app.a":"y","web.c\\n":"z"}';
    const below = (keySeparator: string | null) => nest(flat, { keySeparator, prefix: 'web.' });
    expect(await below('.')).toBe('{"a":{"b":"x"},"c\\n":"z"}');
    expect(await below(null)).toBe('{"a.b":"x","c\\n":"z"}');
  });

  it('writes what `convert` returns instead of each text', async () => {
    const convert = (text: string) => (text === 'x' ? text : [text, 0]);
    const flat = '{"a":"x","b":"it\\n\\"s"}';
    expect(await nest(flat, { keySeparator: null, prefix: null, convert })).toBe(
      '{"a":"x","b":["it\\n\\"s",0]}',
    );
  });

  it('rejects duplicate names, and input other than a flat object of texts', async () => {
    for (const flat of [
      '',
      '{',
      '[]',
      '{"a":1}',
      '{"a":{"b":"x"}}',
      '{"a":"x"',
      '{"a":"x"}}',
      '{"a" :"x"}',
      '{"a":"x",}',
      '{,"a":"x"}',
      '{"a":"x","a":"y"}',
    ]) {
      expect(await rejection(nest(flat)), flat).toBeInstanceOf(FormatError);
    }
    expect(await nest('{}')).toBe('{}');
  });
});
