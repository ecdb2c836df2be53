import { describe, expect, it } from 'vitest';
import { lookupTags } from './lookup-tags.ts';

describe('lookupTags', () => {
  it.each([
    [['de']],
    [['de-AT', 'de']],
    [['de-AT-x-wien', 'de-AT', 'de']],
    [['de-u-co-phonebk', 'de-u-co', 'de']],
    [['zh-TW', 'zh-Hant', 'zh']],
    [['zh-CN', 'zh']],
    [['zh-Hant', 'zh']],
    [['zh-Hant-HK', 'zh-HK', 'zh-Hant', 'zh']],
    [['zh-Hans-CN', 'zh-CN', 'zh-Hans', 'zh']],
    [['zh-Hans-TW', 'zh-Hans', 'zh']],
    [['zh-Hant-TW-x-a', 'zh-Hant-TW', 'zh-TW', 'zh-Hant', 'zh']],
    [['sr-ME', 'sr-Latn', 'sr']],
    [['sr-Latn-RS', 'sr-Latn', 'sr']],
  ])('goes from the tag to what is nearest: %j', (tags) => {
    expect(lookupTags(tags[0]!)).toEqual(tags);
  });
});
