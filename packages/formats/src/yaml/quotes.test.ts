import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../scripts/tests/growth.ts';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { batches, collectPatch, TEST_LIMITS } from '../../test/conformance/io.ts';
import type { FileRow } from '../format.ts';
import { deriveFile } from '../patch/derive.ts';
import { yaml } from './yaml.ts';

type Style = 'plain' | 'single' | 'double';

const PLAIN = /^(?!No$)\p{Lu}[\p{Ll} ]*$/u;
function written(text: string, style: Style, others: Style): string {
  const own = style === 'plain' && !PLAIN.test(text) ? others : style;
  if (own === 'plain') return text;
  return own === 'single' ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

const texts = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  fc.constantFrom('Open', 'Über uns', '- no list', "It's: yes", '100', '@handle', 'No', ''),
);
const style = fc.constantFrom<Style>('plain', 'single', 'double');
const quotes = fc.constantFrom<Style>('single', 'double');

/** Texts that show both quote styles of a file. */
const SHOWN = { x: 'Word', y: ': a' };
const fileOf = (all: Record<string, string>, own: Style, others: Style): string =>
  Object.entries({ ...SHOWN, ...all })
    .map(([name, text]) => `${name}: ${written(text, own, others)}\n`)
    .join('');

const sourceOf = (all: object, style: Style): string =>
  Object.keys(all)
    .map((name) => `${name}: ${written('Source', style, 'double')}\n`)
    .join('');

const rowsOf = (all: Record<string, string>): FileRow[] =>
  Object.entries(all).map(([name, text]) => ({ name, values: [{ localeTag: 'de', text }] }));

const base = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  shape: 'flat',
  limits: TEST_LIMITS,
} as const;

describe('the quotes of YAML', () => {
  it('match the other translations when a file is created, and match the rest of the file when a text is added', async () => {
    await fc.assert(
      fc.asyncProperty(texts, style, style, quotes, async (all, source, own, given) => {
        const others = own === 'plain' ? given : own;
        const rows = rowsOf({ ...SHOWN, ...all });
        const derived = deriveFile(
          yaml,
          Buffer.from(sourceOf({ ...SHOWN, ...all }, source)),
          batches(rows),
          { ...base, from: 'en', to: 'de', beside: [Buffer.from(fileOf({}, own, others))] },
        );
        const content = Buffer.concat(await Array.fromAsync(derived)).toString();
        expect(content).toBe(fileOf(all, own, others));
        expect(load(content)).toEqual({ ...SHOWN, ...all });
        const { bytes } = await collectPatch(yaml, Buffer.from(fileOf({}, own, others)), rows, {
          ...base,
          localeTags: ['de'],
          missing: 'keep',
        });
        expect(load(bytes.toString())).toEqual({ ...SHOWN, ...all });
        const nested = rowsOf(
          Object.fromEntries(Object.entries(all).map(([k, v]) => [`z.${k}`, v])),
        );
        const added = await collectPatch(yaml, Buffer.from(fileOf({}, own, others)), nested, {
          ...base,
          shape: 'nested',
          localeTags: ['de'],
          missing: 'keep',
        });
        const lines = Object.entries(all).map(
          ([name, text]) => `  ${name}: ${written(text, own, others)}\n`,
        );
        const group = lines.length === 0 ? '' : `z:\n${lines.join('')}`;
        expect(added.bytes.toString()).toBe(fileOf({}, own, others) + group);
      }),
      { numRuns: testRuns(60) },
    );
  });

  it.each([' ', '\t', '- ', '"', "''", ': ', '\\', 'a'])(
    'can be detected in time in proportion to the length of a line of %j',
    async (piece) => {
      const growth = await growthOf(10_000, async (length) => {
        const line = piece.repeat(length / piece.length);
        const file = Buffer.from(`a: |\n  b${line}\nc: ok\n`);
        await collectPatch(yaml, file, [], {
          keySeparator: '.',
          sourceLocaleTag: 'en',
          localeTags: ['de'],
          shape: 'nested',
          limits: TEST_LIMITS,
          missing: 'keep',
        });
      });
      expect(growth).toBeLessThan(IN_PROPORTION);
    },
  );
});
