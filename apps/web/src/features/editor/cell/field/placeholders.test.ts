import { tokenize } from '@parlance/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { menuEntries, missingChips } from './placeholders.ts';

const read = (text: string) => tokenize(text, 'auto');
const DE = { tokenize: read, locale: 'de', dir: 'ltr' } as const;
const piece = fc.constantFrom('Wort ', '{name}', '<b>', '</b>', '{count}', 'und ', '🙂');
const message = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));

describe('missingChips', () => {
  it('returns each placeholder as often as the text lacks the placeholder', () => {
    expect(missingChips('{a} {a} <br/>', '{a}', read)).toEqual(['{a}', '<br/>']);
  });

  it('finds nothing missing in a text with all placeholders of the source, in any order', () => {
    fc.assert(
      fc.property(message, fc.infiniteStream(fc.nat()), (source, seeds) => {
        const chips = missingChips(source, '', read);
        const mixed = chips
          .map((chip) => ({ chip, at: seeds.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ chip }) => chip);
        expect(missingChips(source, mixed.join(' '), read)).toEqual([]);
      }),
    );
  });
});

describe('menuEntries', () => {
  it('offers missing placeholders first, then sequences, then the other placeholders of the source', () => {
    const entries = menuEntries('Open <b>{file}</b> as {name}', 'Als {name}', DE);
    expect(entries.slice(0, 5)).toEqual([
      { text: '<b>', group: 'missing' },
      { text: '{file}', group: 'missing' },
      { text: '</b>', group: 'missing' },
      { text: '<b>{file}</b>', group: 'sequence' },
      { text: '{name}', group: 'source' },
    ]);
  });

  it('offers the quotation marks of the language, and offers direction marks to languages that need them', () => {
    const texts = (locale: string, dir: 'ltr' | 'rtl') =>
      menuEntries('', '', { tokenize: read, locale, dir }).map(({ text }) => text);
    expect(texts('fr-CA', 'ltr')).toEqual(expect.arrayContaining(['«', '»', '\u202f']));
    expect(texts('de', 'ltr')).not.toContain('\u200f');
    expect(texts('ar', 'rtl')).toContain('\u200f');
  });

  it('offers each text once', () => {
    fc.assert(
      fc.property(message, message, (source, target) => {
        const texts = menuEntries(source, target, DE).map(({ text }) => text);
        expect(new Set(texts).size).toBe(texts.length);
      }),
    );
  });
});
