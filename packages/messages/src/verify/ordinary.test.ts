import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import type { MessageFormat } from '../token/token.ts';
import { isOrdinary } from './ordinary.ts';
import { verifyMessage } from './verify-message.ts';

const FORMATS: readonly MessageFormat[] = [
  'auto',
  'icu',
  'flutter',
  'i18next',
  'printf',
  'ruby',
  'java',
  'dotnet',
  'chrome',
  'plain',
];
/** Matches no text, but forces a comparison of tokens. */
const NO_CODE = '\\u0000';
const PIECES = ['Save', 'the', 'Xqaz', 'ww', '.match', 'input', 'Éa', 'ы', '12', 'Note:', '?'];
const BETWEEN = [' ', '  ', '. ', ', ', ': ', '-', ' (', ')', '! ', '…', '...', ''];

it.each(['Note: saved', 'Name:', 'Étage 2 (neuf), à louer…', 'Сохранить?'])(
  'isOrdinary is true for %s',
  (text) => expect(isOrdinary(text)).toBe(true),
);

it.each([
  'Hi :name',
  'www.example.com',
  'a\nb',
  "it's",
  '50 %',
  '{n}',
  '<b>',
  'a\u200bb',
  'Why\u037e',
])('isOrdinary is false for %j', (text) => expect(isOrdinary(text)).toBe(false));

it('verification of ordinary texts has the same findings as a comparison of tokens', () => {
  const part = fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...BETWEEN));
  const text = fc
    .array(part, { maxLength: 5 })
    .map((parts) => parts.flat().join(''))
    .filter(isOrdinary);
  const options = fc.record({
    format: fc.constantFrom(...FORMATS),
    sourceLocale: fc.constant('en'),
    targetLocale: fc.constantFrom('de', 'el', 'en', 'ja', 'th'),
    maxLength: fc.constantFrom(undefined, 8),
    pluralCategory: fc.constantFrom(undefined, 'one' as const),
  });
  fc.assert(
    fc.property(text, text, options, fc.boolean(), (source, other, given, isSame) => {
      const target = isSame ? source : other;
      const compared = verifyMessage(source, target, { ...given, codePatterns: [NO_CODE] });
      expect(verifyMessage(source, target, given)).toEqual(compared);
    }),
    { numRuns: testRuns(100) },
  );
});
