import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { hashText } from './columns.ts';
import { NameIndex } from './name-index.ts';

const MANY = 3_000;

describe('NameIndex', () => {
  it('numbers any names in the same way as a Map', () => {
    const name = fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(fc.array(name, { maxLength: 200 }), fc.boolean(), (names, isLarge) => {
        const filler = isLarge ? Array.from({ length: 2000 }, (_, index) => `filler ${index}`) : [];
        const index = new NameIndex();
        const wanted = new Map<string, number>();
        for (const each of [...filler, ...names]) {
          expect(index.has(each)).toBe(wanted.has(each));
          expect(index.add(each)).toBe(wanted.get(each) ?? -1);
          if (!wanted.has(each)) wanted.set(each, wanted.size);
        }
      }),
      { numRuns: testRuns(12) },
    );
  });

  it('finds each of many names, and does not find an unknown name', () => {
    const index = new NameIndex();
    for (let at = 0; at < MANY; at++) expect(index.add(`screen_${at}.title`)).toBe(-1);
    for (let at = 0; at < MANY; at++) expect(index.add(`screen_${at}.title`)).toBe(at);
    expect(index.has(`screen_${MANY}.title`)).toBe(false);
  });

  it('distinguishes names with the same hash', () => {
    const names = namesOfOneHash();
    expect(new Set(names.map(hashText)).size).toBe(1);
    const index = new NameIndex();
    for (let at = 0; at < MANY; at++) index.add(`name ${at}`);
    for (const name of names) expect(index.add(name)).toBe(-1);
    for (const [at, name] of names.entries()) expect(index.add(name)).toBe(MANY + at);
    for (let at = 0; at < MANY; at++) expect(index.add(`name ${at}`)).toBe(at);
    expect(index.has(`${names[0]}${names[1]}`)).toBe(false);
  });
});

/**
 * Returns 128 names with the same hash, as an attacker would construct them: each step doubles the names by appending
 * one of two strings with the same hash.
 */
function namesOfOneHash(): string[] {
  let names = [''];
  while (names.length < 100) {
    const endOf = new Map<number, string>();
    for (let at = 0; ; at++) {
      const end = (Math.imul(at, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
      const hash = hashText(names[0]! + end);
      const other = endOf.get(hash);
      if (other !== undefined) {
        names = names.flatMap((name) => [name + end, name + other]);
        break;
      }
      endOf.set(hash, end);
    }
  }
  return names;
}
