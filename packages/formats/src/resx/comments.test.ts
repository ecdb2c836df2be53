import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { collectPatch, TEST_LIMITS } from '../../test/conformance/io.ts';
import type { FileRow } from '../format.ts';
import { resx } from './resx.ts';

interface Entry {
  name: string;
  comment: string | null;
}

const fileOf = (entries: readonly Entry[], text: string): string =>
  `<root>\n${entries
    .map(
      ({ name, comment }) =>
        `  <data name="${name}" xml:space="preserve">\n    <value>${text}</value>\n${
          comment === null ? '' : `    <comment>${comment}</comment>\n`
        }  </data>\n`,
    )
    .join('')}</root>\n`;

const MARKS = ['', '{Locked="API"} ', '{MaxLength=20} '];
const comment = fc
  .tuple(fc.constantFrom(...MARKS), fc.constantFrom('of a button', 'eines Knopfs', ''))
  .map(([mark, words]) => (mark + words).trim())
  .filter((one) => one !== '');
const marksOf = (text: string): string => /\{.*?\}/.exec(text)?.[0] ?? '';

async function patch(base: string, rows: FileRow[]): Promise<string> {
  const { bytes } = await collectPatch(resx, Buffer.from(base), rows, {
    keySeparator: '.',
    sourceLocaleTag: 'en',
    localeTags: ['de'],
    shape: 'flat',
    limits: TEST_LIMITS,
    missing: 'keep',
  });
  return bytes.toString();
}

const entries = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    own: fc.option(comment),
    source: fc.option(comment),
    isThere: fc.boolean(),
    isChanged: fc.boolean(),
  }),
  { selector: ({ name }) => name, minLength: 1 },
);

describe('the comment of an entry of RESX', () => {
  it('equals the comment of the source entry for a new or changed text, and stays for other texts', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        const there = all.filter(({ isThere }) => isThere);
        const base = fileOf(
          there.map(({ name, own }) => ({ name, comment: own })),
          'alt',
        );
        const rows = all
          .filter(({ isThere, isChanged }) => !isThere || isChanged)
          .map(
            ({ name, source }): FileRow => ({
              name,
              ...(source && { description: source }),
              values: [{ localeTag: 'de', text: 'neu' }],
            }),
          );
        const written = await patch(base, rows);
        const hasComments = there.length === 0 || there.some(({ own }) => own !== null);
        for (const { name, own, source, isThere, isChanged } of all) {
          const found = new RegExp(
            `name="${name}"[^>]*>\\s*<value>(\\w+)</value>(?:\\s*<comment>(.*)</comment>)?`,
          ).exec(written)!;
          const kept = isThere ? own : null;
          const isOwn = isThere && !isChanged;
          const follows = source !== null && (hasComments || marksOf(source) !== '');
          const agrees = kept !== null && marksOf(kept) === marksOf(source ?? '');
          expect(found[1]).toBe(isOwn ? 'alt' : 'neu');
          expect(found[2] ?? null).toBe(isOwn || !follows || agrees ? kept : source);
        }
      }),
      { numRuns: testRuns(100) },
    );
  });

  it('gets {Locked} from a source entry with this mark', async () => {
    const base = fileOf([{ name: 'a', comment: null }], 'alt');
    const rows: FileRow[] = ['a', 'b'].map((name) => ({
      name,
      translatable: false,
      values: [{ localeTag: 'de', text: 'neu' }],
    }));
    const locked = { comment: '{Locked}' };
    const both = [
      { name: 'a', ...locked },
      { name: 'b', ...locked },
    ];
    expect(await patch(base, rows)).toBe(fileOf(both, 'neu'));
  });
});
