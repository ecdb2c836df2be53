import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formerLookupTags,
  formerStandInTags,
} from '../../../apps/api/src/domain/release/upgrade/former-lookup-tags.ts';
import { testRuns } from '../../../scripts/tests/test-runs.ts';
import { CLDR_LIKELY, CLDR_LOCALES, CLDR_PARENTS } from './cldr.fixture.ts';
import { isSameLocale, lookupTags, standInTags } from './lookup-tags.ts';

const languages = ['en', 'zh', 'sr', 'az', 'uz', 'pa', 'und', 'no', 'nb', 'nn', 'es', 'pt', 'sh'];
const tags = fc.oneof(
  fc.constantFrom(...CLDR_LOCALES, ...CLDR_LIKELY),
  fc
    .tuple(
      fc.oneof(fc.constantFrom(...languages), fc.stringMatching(/^[a-z]{2,3}$/)),
      fc.constantFrom('', 'Hant', 'Hans', 'Latn', 'Cyrl', 'Arab'),
      fc.oneof(
        fc.constantFrom('', 'TW', 'ME', 'IR', '419', '001', 'GB'),
        fc.stringMatching(/^[A-Z]{2}$/),
      ),
      fc.constantFrom('', '', 'valencia', '1996', 'u-ca-gregory', 't-en', 'x-a-bc', 'x-pirate-y'),
    )
    .map((parts) => parts.filter(Boolean).join('-')),
);

const canonicalOf = (tag: string): string => new Intl.Locale(tag).toString();
const isCanonical = (tag: string): boolean => {
  try {
    return canonicalOf(tag) !== '';
  } catch {
    return false;
  }
};
const asked = tags.filter(isCanonical).map(canonicalOf);
const scriptOf = (tag: string) => new Intl.Locale(tag).maximize().script;

describe('the look-up of a locale', () => {
  it.each([
    ['zh_TW', ['zh-TW', 'zh-Hant-TW', 'zh-Hant', 'zh']],
    ['zh-Hant-TW', ['zh-Hant-TW', 'zh-TW', 'zh-Hant', 'zh']],
    ['zh-CN', ['zh-CN', 'zh-Hans-CN', 'zh-Hans', 'zh']],
    ['zh-SG', ['zh-SG', 'zh-Hans-SG', 'zh-Hans', 'zh', 'zh-Hans-CN', 'zh-CN']],
    ['zh', ['zh', 'zh-Hans', 'zh-Hans-CN', 'zh-CN']],
    ['zh-Hant', ['zh-Hant', 'zh-Hant-TW', 'zh-TW', 'zh']],
    ['sr-RS', ['sr-RS', 'sr-Cyrl-RS', 'sr-Cyrl', 'sr']],
    ['sr-ME', ['sr-ME', 'sr-Latn-ME', 'sr-Latn', 'sr-Latn-RS', 'sr']],
    ['uz-UZ', ['uz-UZ', 'uz-Latn-UZ', 'uz-Latn', 'uz']],
    ['pa-PK', ['pa-PK', 'pa-Arab-PK', 'pa-Arab', 'pa']],
    ['qaa-XX', ['qaa-XX', 'qaa']],
    ['und-US', ['und-US', 'und']],
    ['en-x-pirate', ['en-x-pirate', 'en', 'en-Latn', 'en-Latn-US', 'en-US']],
  ])('given %s, tries %j', (tag, expected) => {
    expect(lookupTags(tag)).toEqual(expected);
  });

  it.each([
    ['es-MX', ['es-MX', 'es-419', 'es', 'es-ES']],
    ['pt-AO', ['pt-AO', 'pt-PT', 'pt', 'pt-BR']],
    ['en-AU', ['en-AU', 'en-001', 'en-GB', 'en', 'en-US']],
    ['en-DE', ['en-DE', 'en-150', 'en-001', 'en-GB', 'en', 'en-US']],
    ['en-GB', ['en-GB', 'en-001', 'en', 'en-US']],
    ['de-at-1996', ['de-AT-1996', 'de-AT', 'de', 'de-DE']],
    ['nb-NO', ['nb-NO', 'nb', 'no', 'no-NO']],
    ['no', ['no', 'no-NO', 'nb', 'nb-NO']],
    ['nn', ['nn', 'nn-NO', 'no', 'no-NO', 'nb', 'nb-NO']],
    ['zh-MO', ['zh-MO', 'zh-HK', 'zh-TW', 'zh']],
    ['hi-Latn', ['hi']],
    ['ht', ['ht', 'ht-HT']],
  ])('given %s, tries %j and, in between, tags that name the script', (tag, expected) => {
    expect(lookupTags(tag).filter((tag) => !/-[A-Z][a-z]{3}/.test(tag))).toEqual(expected);
  });

  it('tries all parents of CLDR in their order', () => {
    const parentOf = (tag: string): string =>
      CLDR_PARENTS[tag] ?? (tag.includes('-') ? tag.replace(/-\w+$/, '') : 'und');
    const isOneLanguage = (tag: string, other: string) =>
      new Intl.Locale(tag).language === new Intl.Locale(other).language;
    let count = 0;
    for (const locale of CLDR_LOCALES) {
      const found = lookupTags(locale);
      for (let tag = locale, index = 0; tag !== 'und' && isOneLanguage(locale, tag); count++) {
        const next = found.indexOf(tag);
        expect([locale, tag, next], `${locale} after ${tag}`).toEqual([locale, tag, next]);
        expect(next, `${tag} of ${locale}`).toBeGreaterThanOrEqual(index);
        index = next;
        tag = parentOf(tag);
      }
    }
    expect(count).toBeGreaterThan(CLDR_LOCALES.length);
  });

  it('finds a locale whenever the former look-up without the parents of CLDR did', () => {
    fc.assert(
      fc.property(
        asked,
        fc.subarray([...CLDR_LOCALES], { maxLength: 40 }),
        asked,
        (tag, all, one) => {
          const available = new Set([...all, one]);
          if (formerLookupTags(tag).some((other) => available.has(other))) {
            expect(lookupTags(tag).some((other) => available.has(other))).toBe(true);
          }
        },
      ),
      { numRuns: testRuns(100) },
    );
    // Other tags of CLDR are among the random tags.
    for (const tag of CLDR_LOCALES) {
      expect(lookupTags(tag), tag).toEqual(expect.arrayContaining(formerLookupTags(tag)));
      expect(standInTags(tag), tag).toEqual(expect.arrayContaining(formerStandInTags(tag)));
    }
  });

  it('tries locales in another script last, and only if the former look-up tried them', () => {
    fc.assert(
      fc.property(asked, (tag) => {
        // A tag that is cut within its private use may be invalid (RFC 4647 §3.4), and no locale has such a tag.
        const found = lookupTags(tag).filter(isCanonical);
        expect(new Set(found).size).toBe(found.length);
        const others = found.filter((one) => scriptOf(one) !== scriptOf(tag));
        expect(found.slice(found.length - others.length)).toEqual(others);
        expect(formerLookupTags(tag)).toEqual(expect.arrayContaining(others));
        if (!tag.startsWith('und')) {
          expect([tag, ...standInTags(tag).filter(isCanonical), ...others]).toEqual(found);
        }
      }),
      { numRuns: testRuns(100) },
    );
  });

  it('tries equivalent tags before all others', () => {
    const isNorwegian = (tag: string) => /^(nb|nn|no)\b/.test(tag);
    const others = CLDR_LOCALES.filter((tag) => !isNorwegian(tag));
    fc.assert(
      fc.property(fc.constantFrom(...others), (tag) => {
        const same = lookupTags(tag).map((other) => isSameLocale(tag, other));
        expect(same, tag).toEqual(same.toSorted((one, other) => Number(other) - Number(one)));
      }),
      { numRuns: testRuns(100) },
    );
    expect(isSameLocale('nb_NO', 'no')).toBe(true);
    expect(isSameLocale('nn', 'no')).toBe(false);
    expect(isSameLocale('zh-TW', 'zh')).toBe(false);
  });

  it('tries the parents of a locale on a platform without Intl.Locale', () => {
    const { Locale } = Intl;
    Reflect.set(Intl, 'Locale', undefined);
    try {
      expect(lookupTags('zh_tw')).toEqual(['zh-TW', 'zh']);
      expect(lookupTags('zh-Hant-TW')).toEqual(['zh-Hant-TW', 'zh-Hant', 'zh']);
      expect(lookupTags('es-MX')).toEqual(['es-MX', 'es-419', 'es']);
      expect(lookupTags('nb-NO')).toEqual(['nb-NO', 'nb', 'no']);
    } finally {
      Reflect.set(Intl, 'Locale', Locale);
    }
  });

  it.each(['', 'e', 'en--US', '../en', 'x-foo'])('throws a RangeError for %j', (tag) => {
    expect(() => lookupTags(tag)).toThrow(RangeError);
  });
});
