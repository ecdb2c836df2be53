import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWorthTrying, type Step, stepsOf } from './steps.ts';

type History = Parameters<typeof isWorthTrying>[1];

const waysFor = (segment: Partial<History>, context = false): string[] => {
  const capabilities = { renderings: ['html', 'sentinel'] as const, context };
  const history: History = {
    hasPlaceholderMarks: false,
    placeholderTokens: null,
    wasAlone: false,
    wasRefused: false,
    isTooLarge: false,
    tries: 0,
    ...segment,
  };
  return stepsOf(capabilities)
    .filter((step: Step, index) => isWorthTrying(step, { ...history, tries: index }, capabilities))
    .map(({ way, rendering, isCounting }) => `${way} ${rendering}${isCounting ? ' counting' : ''}`);
};

describe('the plan of attempts', () => {
  test('goes from the preferred rendering to other renderings, to isolation, and to the words between the tags', () => {
    expect(waysFor({ hasPlaceholderMarks: true })).toEqual([
      'batch html counting',
      'batch sentinel',
      'alone html',
      'runs html',
    ]);
  });

  test('continues with a placeholder if the sample number was lost', () => {
    expect(waysFor({ hasPlaceholderMarks: true, placeholderTokens: [] })[1]).toBe('batch html');
  });

  test('repeats a request for plain words only if the answer can differ', () => {
    expect(waysFor({})).toEqual(['batch html counting', 'alone html']);
    expect(waysFor({ wasAlone: true })).toEqual(['batch html counting']);
    expect(waysFor({ wasAlone: true }, true)).toEqual(['batch html counting', 'alone html']);
  });

  test('includes at most three tries for each text if the engine gives few answers, after any sequence of answers', () => {
    const capabilities = { renderings: ['named', 'xml'] as const, context: true, maxAnswers: 3 };
    const history = fc.record({
      hasPlaceholderMarks: fc.boolean(),
      wasAlone: fc.boolean(),
      wasRefused: fc.boolean(),
      isTooLarge: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.infiniteStream(history), (answers) => {
        let tries = 0;
        for (const step of stepsOf(capabilities)) {
          const { isTooLarge, ...one } = answers.next().value!;
          const segment = { ...one, isTooLarge: isTooLarge && one.wasRefused, tries };
          if (isWorthTrying(step, { ...segment, placeholderTokens: [] }, capabilities)) tries++;
        }
        expect(tries).toBeGreaterThan(0);
        expect(tries).toBeLessThanOrEqual(3);
      }),
    );
  });
});
