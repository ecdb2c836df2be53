import { expect, it } from 'vitest';
import { categoriesOf, PLURAL_LANGUAGES } from '../../test/conformance/plurals.ts';
import { standsForOther } from './plural-categories.ts';

it('the languages of the shared suite have every set of plural forms of CLDR', () => {
  const setOf = (tag: string) => `${categoriesOf(tag).join(' ')}, ${standsForOther(tag)}`;
  const known = new Set(PLURAL_LANGUAGES.map(setOf));
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const others = Intl.PluralRules.supportedLocalesOf(codes).filter((tag) => !known.has(setOf(tag)));
  expect(others).toEqual([]);
});
