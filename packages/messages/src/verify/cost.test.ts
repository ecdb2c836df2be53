import { describe, expect, it } from 'vitest';
import { analyzeMessage } from '../analysis/analyze.ts';
import { sourceOf } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import { verifyMessage } from './verify-message.ts';

const LONGEST = 95_000;
const repeat = (piece: string): string => piece.repeat(Math.floor(LONGEST / piece.length));
const OPTIONS = { format: 'auto', sourceLocale: 'en', targetLocale: 'ar' } as const;

/**
 * Returns the processor time of this thread, which other processes do not affect. It is the minimum
 * of several runs.
 */
function cpuOf(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}

describe('the longest messages', () => {
  const plain = repeat('{a}');
  const calibration = cpuOf(() => tokenize(plain, 'auto'));

  it.each([
    ['a joiner after each emoji', '👩\u200d'],
    ['emoji and letters in turn', 'x👩\u200d'],
    ['skin tones', '👍🏽'],
    ['halves of flags', '🇩'],
    ['variation selectors', '❤\ufe0f'],
  ])('%s cost no more to read than placeholders do', (_, piece) => {
    const text = repeat(piece);
    expect(cpuOf(() => tokenize(text, 'auto'))).toBeLessThan(calibration * 2.5);
  });

  it('one text outside of many selected forms is not read again for each of them', () => {
    const options = Array.from({ length: 150 }, (_, at) => `o${at} {x}`).join(' ');
    const text = `${'👩'.repeat(40_000)} {n, select, ${options} other {x}}`;
    const { leaves } = analyzeMessage(text, OPTIONS);
    const read = leaves.reduce((sum, { tokens }) => sum + sourceOf(tokens).length, 0);
    expect(read).toBeLessThan(text.length * 2);
    expect(cpuOf(() => verifyMessage(text, `${text}!`, OPTIONS))).toBeLessThan(calibration * 5);
  });

  it('nested forms that no message has are refused, six forms of the longest text are not', () => {
    const nested = `{a, plural, other {{b, plural, other {{c, plural, other {${repeat('x y ')}}}}}}}`;
    const refused = analyzeMessage(nested, OPTIONS);
    expect(refused.findings.map(({ code }) => code)).toEqual(['icu_structure']);
    const plural = `{a, plural, other {${repeat('x y ')}}}`;
    const { leaves, findings } = analyzeMessage(plural, OPTIONS);
    expect(findings).toEqual([]);
    expect(new Set(leaves.map(({ options }) => options[0]!.option)).size).toBe(6);
  });
});
