import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../scripts/tests/test-runs.ts';
import { LIMITS } from './limits.ts';
import { canonicalLocaleTag } from './locale-tag.ts';

describe('canonicalLocaleTag', () => {
  it.each([
    ['pt_BR', 'pt-BR'],
    ['pt-br', 'pt-BR'],
    ['ZH_hant_tw', 'zh-Hant-TW'],
    ['sr-latn', 'sr-Latn'],
    ['es-419', 'es-419'],
    ['DE-ch-1901', 'de-CH-1901'],
    ['iw', 'he'],
    ['sh', 'sr-Latn'],
    ['tw', 'ak'],
    ['bh', 'bho'],
    ['xx', 'xx'],
    ['en-x-pirate', 'en-x-pirate'],
    ['en-US-u-ca-gregory', 'en-US-u-ca-gregory'],
  ])('converts %s to its canonical form %s', (input, canonical) => {
    expect(canonicalLocaleTag(input)).toBe(canonical);
  });

  it.each([
    ['nothing', ''],
    ['one letter', 'e'],
    ['white space', ' en'],
    ['a line break', 'en\n'],
    ['an empty subtag', 'en--US'],
    ['a separator at the end', 'en-'],
    ['a POSIX codeset', 'pt_BR.UTF-8'],
    ['an Android qualifier', 'pt-rBR'],
    ['an extended language', 'zh-cmn-Hans-CN'],
    ['an extended language alone', 'zh-yue'],
    ['an irregular grandfathered tag', 'i-klingon'],
    ['private use alone', 'x-foo'],
    ['a singleton without subtags', 'en-a'],
    ['a duplicate variant', 'de-1996-1996'],
    ['a duplicate singleton', 'en-u-ca-gregory-u-nu-latn'],
    ['a word that is no tag', 'root'],
    ['letters that are not ASCII', 'éé'],
    ['U+0000', 'en\u0000'],
    ['a path', '../en'],
    ['a tag beyond the limit', `en-x-${'abcdefgh-'.repeat(12)}a`],
  ])('rejects %s', (_, input) => {
    expect(canonicalLocaleTag(input)).toBeNull();
  });

  it('returns the same tag for lower-case and upper-case input, for every two-letter language', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    for (const tag of letters.flatMap((a) => letters.map((b) => a + b))) {
      const canonical = canonicalLocaleTag(tag);
      expect(canonicalLocaleTag(tag.toUpperCase()), tag).toBe(canonical);
      expect(canonicalLocaleTag(canonical!), tag).toBe(canonical);
    }
  });

  const subtag = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/);
  const likelyTag = fc
    .tuple(
      fc.stringMatching(/^[A-Za-z]{2,3}$/),
      fc.option(fc.stringMatching(/^[A-Za-z]{4}$/), { nil: undefined }),
      fc.option(fc.stringMatching(/^([A-Za-z]{2}|[0-9]{3})$/), { nil: undefined }),
      fc.array(subtag, { maxLength: 2 }),
    )
    .map(([language, script, region, rest]) =>
      [language, script, region, ...rest].filter((part) => part !== undefined).join('-'),
    );

  it('returns the same tag for a tag and its canonical form, in any spelling', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          likelyTag,
          fc.array(subtag, { maxLength: 5 }).map((a) => a.join('-')),
        ),
        (tag) => {
          const canonical = canonicalLocaleTag(tag);
          expect(canonicalLocaleTag(tag.replaceAll('-', '_'))).toBe(canonical);
          expect(canonicalLocaleTag(tag.toUpperCase())).toBe(canonical);
          if (canonical !== null) expect(canonicalLocaleTag(canonical)).toBe(canonical);
        },
      ),
      { numRuns: testRuns(100) },
    );
  });

  it('rejects a tag that is too long in its canonical form', () => {
    const most = LIMITS.localeTagLength;
    const parts = '-a'.repeat((most - 'sh-x'.length) / 2);
    expect(canonicalLocaleTag(`sh-x${parts.slice(0, -6)}`)).toHaveLength(most - 1);
    expect(canonicalLocaleTag(`sh-x${parts.slice(0, -4)}`)).toBeNull();
    expect(canonicalLocaleTag(`sr-x${parts}`)).toHaveLength(most);
  });

  it('does not throw for any input, and returns only tags within the length limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (input) => {
        const canonical = canonicalLocaleTag(input);
        if (canonical !== null) {
          expect(canonical).toMatch(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/);
          expect(canonical.length).toBeLessThanOrEqual(LIMITS.localeTagLength);
        }
      }),
      { numRuns: testRuns(100) },
    );
  });
});
