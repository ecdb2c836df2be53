import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookupTags as lookupTagsOfService } from '../../../apps/api/src/domain/locale/lookup-tags.ts';
import { testRuns } from '../../../scripts/tests/test-runs.ts';
import { canonicalLocaleTag } from '../../contracts/src/locale-tag.ts';
import { lookupTags } from './lookup-tags.ts';

const LIKELY = ['en', 'zh', 'sr', 'az', 'uz', 'pa', 'und', 'no', 'iw', 'sh', 'tw', 'cmn'];
const tags = fc
  .tuple(
    fc.oneof(fc.constantFrom(...LIKELY), fc.stringMatching(/^[a-z]{2,3}$/)),
    fc.option(fc.constantFrom('Hant', 'Hans', 'Latn', 'Cyrl', 'Arab', 'latn'), { nil: '' }),
    fc.option(
      fc.oneof(fc.constantFrom('TW', 'HK', 'ME', 'IR', '419'), fc.stringMatching(/^[A-Z]{2}$/)),
      {
        nil: '',
      },
    ),
    fc.constantFrom('', '', 'valencia', '1996', 'u-ca-gregory', 't-en', 'x-a-bc', 'x-pirate-y'),
    fc.constantFrom('-', '_'),
  )
  .map(([language, script, region, rest, separator]) =>
    [language, script, region, rest].filter(Boolean).join('-').replaceAll('-', separator),
  );

describe('the look-up of a locale', () => {
  it('the look-up of a locale tries the tags of the service, in its order', () => {
    let count = 0;
    fc.assert(
      fc.property(tags, (tag) => {
        const canonical = canonicalLocaleTag(tag);
        if (canonical === null) return;
        count++;
        expect(lookupTags(tag), tag).toEqual(lookupTagsOfService(canonical));
      }),
      { numRuns: testRuns(1000) },
    );
    expect(count).toBeGreaterThan(0);
  });

  it.each([
    ['zh_TW', ['zh-TW', 'zh-Hant', 'zh']],
    ['zh-Hant-TW', ['zh-Hant-TW', 'zh-TW', 'zh-Hant', 'zh']],
    ['de-at-1996', ['de-AT-1996', 'de-AT', 'de']],
    ['en-x-pirate', ['en-x-pirate', 'en']],
  ])('the look-up of %s tries %j', (tag, expected) => {
    expect(lookupTags(tag)).toEqual(expected);
  });

  it('the look-up of a locale tries more general tags on a platform without Intl.Locale', () => {
    const { Locale } = Intl;
    Reflect.set(Intl, 'Locale', undefined);
    try {
      expect(lookupTags('zh_tw')).toEqual(['zh-TW', 'zh']);
    } finally {
      Reflect.set(Intl, 'Locale', Locale);
    }
  });

  it.each(['', 'e', 'en--US', '../en', 'x-foo'])('the look-up of %j throws', (tag) => {
    expect(() => lookupTags(tag)).toThrow(RangeError);
  });
});
