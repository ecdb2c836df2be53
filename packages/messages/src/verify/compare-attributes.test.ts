import { describe, expect, it } from 'vitest';
import { verifyMessage } from './verify-message.ts';

const options = { format: 'auto', sourceLocale: 'en', targetLocale: 'ar' } as const;
const found = (source: string, target: string) =>
  verifyMessage(source, target, options)
    .filter(({ code }) => code.startsWith('attribute_'))
    .map(({ code, value }) => [code, value]);

describe('the attributes of tags', () => {
  it.each([
    ['<a href="/a">x</a>', '<a href="/a" onclick="x()">س</a>', [['attribute_extra', 'a onclick']]],
    ['<a href="/a" class="b">x</a>', '<a href="/a">س</a>', [['attribute_missing', 'a class']]],
    ['<b>x</b>', '<b hidden>س</b>', [['attribute_extra', 'b hidden']]],
    ['<img src="a"/> x', '<img src="a" onerror=b/> س', [['attribute_extra', 'img onerror']]],
    [
      '{n, plural, other {<a href="/a">#</a>}}',
      '{n, plural, other {<a style="b">#</a>}}',
      [
        ['attribute_extra', 'a style'],
        ['attribute_missing', 'a href'],
      ],
    ],
  ])('cause a finding if they differ: %s as %s', (source, target, expected) => {
    expect(found(source, target)).toEqual(expected);
  });

  it.each([
    ['<a href="/a" title="Open it">x</a>', "<a title='افتح onclick' href='/a'>س</a>"],
    ['<p>x</p>', '<p dir="rtl" lang="ar">س</p>'],
    ['<A HREF="/a">x</A>', '<a href="/a">س</a>'],
    ['a < b and c > d', 'أ < ب onclick=x > د'],
    ['<b>x</b>', '<i class="a">س</i>'],
  ])('cause no finding if they match, or if the tags differ: %s as %s', (source, target) => {
    expect(found(source, target)).toEqual([]);
  });
});
