import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../scripts/tests/growth.ts';
import { analyzeMessage } from '../analysis/analyze.ts';
import { RUNTIMES, type RuntimeName } from '../runtimes/registry.ts';
import { sourceOf } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import { verifyMessage } from './verify-message.ts';

const LONGEST = 95_000;
const repeat = (piece: string, length = LONGEST): string =>
  piece.repeat(Math.floor(length / piece.length));
const OPTIONS = { format: 'auto', sourceLocale: 'en', targetLocale: 'ar' } as const;

/** Added to both times because the clock of a thread may have a resolution of several milliseconds. */
const STEP_US = 5_000;

/** Returns the minimum processor time of this thread for ten runs in five tries, in µs. */
function cpuOf(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    for (let index = 0; index < 10; index++) run();
    const { user, system } = process.threadCpuUsage(before);
    return user + system + STEP_US;
  });
  return Math.min(...times);
}

describe('the analysis of the longest messages', () => {
  it.each([
    ['a joiner after each emoji', '👩\u200d'],
    ['emoji and letters in turn', 'x👩\u200d'],
    ['skin tones', '👍🏽'],
    ['halves of flags', '🇩'],
    ['variation selectors', '❤\ufe0f'],
  ])('takes time in proportion to the length for %s', async (_, piece) => {
    const growth = await growthOf(LONGEST, async (length) =>
      tokenize(repeat(piece, length), 'auto'),
    );
    expect(growth).toBeLessThan(IN_PROPORTION);
  });

  it.each<[RuntimeName, string]>([
    ['vue-i18n', 'a|'],
    ['vue-i18n', "{'"],
    ['polyglot', '%{'],
    ['i18n-js', '{{'],
    ['next-intl', '<a '],
    ['lingui', "'{"],
  ])(
    'takes time in proportion to the length with the library %s, for %s',
    async (runtime, piece) => {
      const options = { ...OPTIONS, format: RUNTIMES[runtime].format, runtimes: [runtime] };
      const growth = await growthOf(LONGEST / 4, async (length) =>
        verifyMessage(repeat(piece, length - piece.length), repeat(piece, length), options),
      );
      expect(growth).toBeLessThan(IN_PROPORTION);
    },
  );

  it('does not parse the text around a select again for each form', () => {
    const textWith = (forms: number): string => {
      const options = Array.from({ length: forms }, (_, index) => `o${index} {x}`).join(' ');
      return `${'👩'.repeat(40_000)} {n, select, ${options} other {x}}`;
    };
    const text = textWith(150);
    const { leaves } = analyzeMessage(text, OPTIONS);
    const read = leaves.reduce((sum, { tokens }) => sum + sourceOf(tokens).length, 0);
    expect(read).toBeLessThan(text.length * 2);
    const [few, many] = [5, 150].map((forms) => {
      const verified = textWith(forms);
      return cpuOf(() => verifyMessage(verified, `${verified}!`, OPTIONS));
    });
    // 30 times as many forms would take up to 30 times as long.
    expect(many! / few!).toBeLessThan(10);
  });

  it('rejects extreme nesting of forms, but accepts six forms of the longest text', () => {
    const nested = `{a, plural, other {{b, plural, other {{c, plural, other {${repeat('x y ')}}}}}}}`;
    const refused = analyzeMessage(nested, OPTIONS);
    expect(refused.findings.map(({ code }) => code)).toEqual(['icu_structure']);
    const plural = `{a, plural, other {${repeat('x y ')}}}`;
    const { leaves, findings } = analyzeMessage(plural, OPTIONS);
    expect(findings).toEqual([]);
    expect(new Set(leaves.map(({ options }) => options[0]!.option)).size).toBe(6);
  });
});
