import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parentsOf } from './manifest.ts';

const TAGS = ['en', 'en-001', 'en-GB', 'en-US', 'de', 'de-DE', 'de-AT', 'no', 'nb', 'nb-NO', 'nn'];
const ALL = [...TAGS, 'zh', 'zh-CN', 'zh-Hans', 'zh-Hant', 'zh-TW', 'es', 'es-419', 'es-MX'];

describe('the fallbacks in a manifest', () => {
  it.each([
    [['en', 'de', 'de-AT'], { 'de-AT': 'de', de: 'en' }],
    [['en', 'es', 'es-419', 'es-MX'], { 'es-MX': 'es-419', 'es-419': 'es', es: 'en' }],
    [['en', 'zh', 'zh-TW', 'zh-Hant'], { 'zh-TW': 'zh-Hant', 'zh-Hant': 'en', zh: 'en' }],
    [['en', 'de', 'de-DE'], { 'de-DE': 'de', de: 'en' }],
    [['en', 'nn', 'nb', 'no'], { nn: 'no', nb: 'no', no: 'en' }],
  ])('map the locales %j to the locales that fill in their missing texts: %j', (tags, expected) => {
    expect(parentsOf(tags, 'en')).toEqual(expected);
  });

  it('lead from every locale to the source locale', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ALL, { minLength: 1 }), (tags) => {
        const [source] = tags as [string];
        const parents = parentsOf(tags, source);
        for (const tag of tags) {
          const chain = [tag];
          while (chain.at(-1) !== source) {
            const parent = parents[chain.at(-1)!]!;
            expect(chain).not.toContain(parent);
            chain.push(parent);
          }
        }
        expect(parents).not.toHaveProperty(source);
      }),
    );
  });
});
