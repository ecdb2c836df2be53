import { parseQuery } from '@parlance/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  partsOf,
  prefixOf,
  spellPrefix,
  togglePart,
  withLocales,
  withNamesBelow,
  withoutPart,
  withPrefix,
} from './query-state.ts';

const PARTS = ['save', 'is:missing', '-tag:legacy', 'key:menu.*', '"two words"', 'all:', 'case:'];

describe('the parts of a query', () => {
  it('include its conditions and options, in order', () => {
    const text = ' is:missing  "all: of it" all: -tag:"a b" case:';
    expect(partsOf(text).map((part) => part.text)).toEqual([
      'is:missing',
      '"all: of it"',
      'all:',
      '-tag:"a b"',
      'case:',
    ]);
    expect(partsOf('is:nothing')).toEqual([]);
  });

  it('can be removed one by one from any query, which stays valid', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...PARTS)), fc.nat(), (chosen, at) => {
        const text = chosen.join('  ');
        const parts = partsOf(text);
        expect(parts.map((part) => part.text)).toEqual(chosen);
        const part = parts[at % Math.max(1, parts.length)];
        if (!part) return;
        const rest = withoutPart(text, part);
        expect(parseQuery(rest).fault).toBeNull();
        expect(partsOf(rest).map((left) => left.text)).toEqual(
          chosen.filter((left) => left !== part.text),
        );
      }),
    );
  });

  it('include a filter after it is switched on, and lack it after it is switched off', () => {
    expect(togglePart('save', 'is:missing')).toBe('save is:missing');
    expect(togglePart('save is:missing case:', 'is:missing')).toBe('save case:');
    expect(togglePart('save case:', 'case:')).toBe('save');
    expect(withLocales('any: is:missing', 'all')).toBe('is:missing all:');
    expect(withLocales('is:missing all:', 'any')).toBe('is:missing');
  });
});

describe('prefixOf and withPrefix', () => {
  it.each(['menu.', 'a b.', 'say "x".', 'back\\slash.', 'ä/', 'a:b.'])(
    'keep the prefix %j',
    (prefix) => {
      const query = withPrefix('tag:web key:old.* is:missing', prefix);
      const { query: parsed } = parseQuery(query);
      expect(parsed?.terms).toHaveLength(3);
      expect(prefixOf(query)).toBe(spellPrefix(prefix));
      expect(withPrefix(query, null)).toBe('tag:web is:missing');
    },
  );

  it('do not change other conditions on names', () => {
    expect(prefixOf('key:menu.save -key:menu.* word')).toBeNull();
    expect(withPrefix('key:menu.save', null)).toBe('key:menu.save');
  });
});

describe('withNamesBelow', () => {
  it('returns one query for the names below a name and another query for all names with the prefix', () => {
    expect(withNamesBelow('is:missing key:checkout.actions word')).toEqual([
      'is:missing key:checkout.actions.* word',
      'is:missing key:checkout.actions* word',
    ]);
    for (const text of ['word', 'key:menu.*', '-key:menu', 'key:"a b"', 'key:menu.']) {
      expect(withNamesBelow(text)).toEqual([]);
    }
  });
});
