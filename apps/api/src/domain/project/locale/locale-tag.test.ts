import { canonicalLocaleTag } from '@parlance/contracts';
import { lookupTags } from '@parlance/locales';
import { pluralCategories } from '@parlance/messages';
import fc from 'fast-check';
import registry from 'language-subtag-registry/data/json/registry.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { directionOf, localeNameOf } from './locale-tag.ts';

describe('the data of a locale tag', () => {
  const subtags = (type: string): string[] =>
    registry.flatMap((one) => (one.Type === type && one.Subtag ? [one.Subtag] : []));
  const tag = fc
    .tuple(
      fc.constantFrom('und', ...subtags('language')),
      fc.option(fc.constantFrom(...subtags('script')), { nil: '' }),
      fc.option(fc.constantFrom(...subtags('region')), { nil: '' }),
      fc.constantFrom('', 'x-a', 'u-nu-latn', 'u-co-phonebk-x-und', 't-und'),
    )
    .map((parts) => canonicalLocaleTag(parts.filter(Boolean).join('-')))
    .filter((one) => one !== null);

  it('includes a name, a direction and plural categories for any combination of registered subtags', () => {
    fc.assert(
      fc.property(tag, (one) => {
        expect(lookupTags(one)[0]).toBe(one);
        expect(localeNameOf(one)).not.toBe('');
        expect(['ltr', 'rtl']).toContain(directionOf(one));
        expect(pluralCategories(one)).toContain('other');
      }),
      { numRuns: 500 },
    );
  });
});
