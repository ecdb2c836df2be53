import { match } from '@formatjs/intl-localematcher';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../scripts/tests/test-runs.ts';
import { CLDR_LOCALES } from './cldr.fixture.ts';
import { lookupTags, standInTags } from './lookup-tags.ts';

/** Result of the matcher if no locale is close enough. */
const NONE = 'zxx';

const WITH_PARENTS = [
  'ar',
  'az',
  'be',
  'da',
  'de',
  'en',
  'en-GB',
  'es',
  'es-419',
  'fa',
  'fr',
  'hi',
  'it',
  'ja',
  'nb',
  'nl',
  'pa',
  'pl',
  'pt',
  'pt-PT',
  'ru',
  'sr',
  'sr-Latn',
  'sv',
  'tr',
  'uz',
  'zh-Hans',
  'zh-Hant',
  'zh-HK',
];
const WITH_REGIONS = [
  'de-DE',
  'en-AU',
  'en-US',
  'es-ES',
  'es-MX',
  'fr-CA',
  'fr-FR',
  'nn',
  'no',
  'pt-BR',
  'sr-Latn',
  'zh-CN',
  'zh-TW',
];

const languageOf = (tag: string): string => new Intl.Locale(tag).language;
const scriptOf = (tag: string) => new Intl.Locale(tag).maximize().script;

/** Returns the documented reason why the lookup finds a different locale than CLDR's best fit. */
function reasonOf(asked: string, ours: string | undefined, theirs: string | undefined) {
  if (ours !== undefined && scriptOf(ours) !== scriptOf(asked)) return 'the bare language is last';
  if (theirs === undefined) return 'unknown';
  if (languageOf(theirs) !== languageOf(asked)) return 'another language';
  if (scriptOf(theirs) !== scriptOf(asked)) return 'another script';
  if (!standInTags(asked).includes(theirs)) return 'a sister';
  return 'the usual English';
}

const bestFit = (asked: string, available: readonly string[]): string | undefined => {
  const found = match([asked], available, NONE, { algorithm: 'best fit' });
  return found === NONE ? undefined : found;
};
const lookUp = (asked: string, available: readonly string[]): string | undefined =>
  lookupTags(asked).find((tag) => available.includes(tag));

const differencesOf = (available: readonly string[]) => {
  const differences: Record<string, string[]> = {};
  for (const asked of CLDR_LOCALES) {
    const theirs = bestFit(asked, available);
    const ours = lookUp(asked, available);
    if (theirs === ours) continue;
    const reason = reasonOf(asked, ours, theirs);
    differences[reason] = [...(differences[reason] ?? []), `${asked}: ${ours} (${theirs})`];
  }
  return differences;
};

const byLanguage = Map.groupBy(CLDR_LOCALES, languageOf);
const pairs = fc
  .constantFrom(...CLDR_LOCALES)
  .chain((asked) =>
    fc.tuple(fc.constant(asked), fc.constantFrom(...byLanguage.get(languageOf(asked))!)),
  );

describe('the look-up of a locale, compared with the best fit of FormatJS,', () => {
  it('differs from the best fit only for the listed reasons, if general locales are available', () => {
    const { 'another language': others, ...differences } = differencesOf(WITH_PARENTS);
    expect(others).toContain('ca: undefined (es)');
    expect(others!.length).toBeGreaterThan(100);
    expect(differences).toMatchInlineSnapshot(`
      {
        "a sister": [
          "en-AE: en (en-GB)",
          "en-BI: en (en-GB)",
          "en-JP: en (en-GB)",
        ],
        "another script": [
          "zh-Latn: undefined (zh-Hans)",
        ],
        "the bare language is last": [
          "az-Arab: az (undefined)",
          "az-Arab-IQ: az (undefined)",
          "az-Arab-TR: az (undefined)",
          "az-Cyrl: az (ru)",
          "en-Dsrt: en (undefined)",
          "en-Shaw: en (undefined)",
          "pa-Arab: pa (undefined)",
          "uz-Arab: uz (undefined)",
          "uz-Cyrl: uz (ru)",
        ],
        "the usual English": [
          "en-001: en-GB (en)",
        ],
      }
    `);
  });

  it('differs from the best fit only for the listed reasons, if regional locales are available', () => {
    const {
      'a sister': sisters,
      'another language': _,
      ...differences
    } = differencesOf(WITH_REGIONS);
    expect(sisters).toContain('en-NZ: en-US (en-AU)');
    expect(sisters).toContain('es-AR: es-ES (es-MX)');
    for (const sister of sisters!) expect(sister).toMatch(/^e[ns]-/);
    expect(differences).toMatchInlineSnapshot(`
      {
        "another script": [
          "sr: undefined (sr-Latn)",
          "sr-Cyrl: undefined (sr-Latn)",
          "sr-Cyrl-BA: undefined (sr-Latn)",
          "sr-Cyrl-ME: undefined (sr-Latn)",
          "sr-Cyrl-XK: undefined (sr-Latn)",
          "zh-Latn: undefined (zh-CN)",
        ],
      }
    `);
  });

  it('finds the language whenever the best fit does, except for the listed reasons', () => {
    fc.assert(
      fc.property(pairs, ([asked, available]) => {
        const [ours, theirs] = [lookUp, bestFit].map((find) => find(asked, [available]));
        if (ours === theirs) return;
        const reasons = ['the bare language is last', 'another script', 'a sister'];
        expect(reasons).toContain(reasonOf(asked, ours, theirs));
      }),
      { numRuns: testRuns(200) },
    );
  });

  it.each([
    ['ca', ['es'], undefined, 'es'],
    ['zh-Latn', ['zh-CN'], undefined, 'zh-CN'],
    ['az-Arab', ['az'], 'az', undefined],
    ['es-AR', ['es-ES', 'es-MX'], 'es-ES', 'es-MX'],
    ['en-JP', ['en', 'en-GB'], 'en', 'en-GB'],
    ['es', ['es-MX'], undefined, 'es-MX'],
    ['nb', ['nn'], undefined, 'nn'],
    ['en-001', ['en', 'en-GB'], 'en-GB', 'en'],
  ])(
    'given %s among %j, finds %s, and the best fit finds %s, as documented',
    (asked, available, ours, theirs) => {
      expect([lookUp(asked, available), bestFit(asked, available)]).toEqual([ours, theirs]);
    },
  );
});
