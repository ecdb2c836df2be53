import { canonicalLocaleTag } from '@parlance/contracts';
import registry from 'language-subtag-registry/data/json/registry.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { hasKnownLanguage, suggestLocaleTag } from './known-language.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

describe('hasKnownLanguage', () => {
  it('accepts every language of the IANA registry, in its registered and its canonical form', () => {
    const languages = registry.filter(({ Type }) => Type === 'language');
    const subtags = languages.map(({ Subtag }) => Subtag!).filter((one) => !one.includes('.'));
    expect(subtags.length).toBeGreaterThan(8_000);
    const unknown = subtags.filter((subtag) => !hasKnownLanguage(canonicalLocaleTag(subtag)!));
    expect(unknown).toEqual(['und']);
  });

  it.each([
    ['mul', 'several languages'],
    ['qaa', 'private use'],
    ['qtz-Latn-DE', 'private use'],
    ['en-XA', 'a pseudo-locale'],
    ['en-x-pirate', 'a private subtag'],
    ['bfi', 'British Sign Language, which CLDR does not name'],
  ])('accepts %s: %s', (tag) => {
    expect(hasKnownLanguage(tag)).toBe(true);
  });

  it.each(['und', 'und-US', 'und-x-draft', 'english', 'zz', 'jp', 'qza', 'notes-US', 'deutsch'])(
    'rejects %s',
    (tag) => {
      expect(hasKnownLanguage(tag)).toBe(false);
    },
  );
});

describe('suggestLocaleTag', () => {
  it.each([
    ['english', 'en'],
    ['english-GB', 'en-GB'],
    ['german-AT', 'de-AT'],
    ['chinese-Hant', 'zh-Hant'],
    ['filipino', 'fil'],
    ['jp', 'ja'],
    ['cn', 'zh'],
    ['gr', 'el'],
    ['gr-GR', 'el-GR'],
    ['cz', 'cs'],
    ['dk', 'da'],
    ['ua', 'uk'],
    ['mx', 'es-MX'],
    ['hk', 'zh-HK'],
    ['zz', null],
    ['xx', null],
    ['un', null],
    ['notes', null],
  ])('corrects %s to the intended tag: %s', (tag, meant) => {
    expect(suggestLocaleTag(tag)).toBe(meant);
  });

  it('suggests only canonical tags of known languages, for any two letters', () => {
    for (const tag of letters.flatMap((a) => letters.map((b) => a + b))) {
      const suggestion = hasKnownLanguage(tag) ? null : suggestLocaleTag(tag);
      if (suggestion === null) continue;
      expect(canonicalLocaleTag(suggestion), tag).toBe(suggestion);
      expect(hasKnownLanguage(suggestion), tag).toBe(true);
    }
  });
});
