import { describe, expect, test } from 'vitest';
import { bandsOf, similarityOf, trigramsOf } from './trigrams.ts';

const similarity = (a: string, b: string): number => similarityOf(trigramsOf(a), trigramsOf(b));
const shared = (a: string, b: string, realm = 1): number =>
  bandsOf(realm, a).filter((band) => bandsOf(1, b).includes(band)).length;

describe('similarity', () => {
  test.each([
    ['Delete the project', 'Delete the projects', 0.8, 1],
    ['Delete the project', 'Delete a project', 0.5, 0.8],
    ['Delete the project', 'Sign in', 0, 0.1],
    ['Save', 'save', 1, 1],
    ['', '', 1, 1],
  ])('rates the similarity of %j and %j from %d to %d', (a, b, least, most) => {
    expect(similarity(a, b)).toBeGreaterThanOrEqual(least);
    expect(similarity(a, b)).toBeLessThanOrEqual(most);
  });
});

describe('bands', () => {
  test('match for similar texts of one realm, and differ between realms', () => {
    const text = 'Your session has expired, please sign in again';
    expect(shared(text, text)).toBe(12);
    expect(shared(text, 'Your session has expired. Please sign in again.')).toBeGreaterThan(0);
    expect(shared(text, text, 2)).toBe(0);
  });

  test('find most half-similar texts, and find few texts that are less similar', () => {
    const words = Array.from({ length: 400 }, (_, index) => `w${(index * 7919) % 1009}`);
    const textAt = (at: number) => words.slice(at * 8, at * 8 + 8).join(' ');
    let found = 0;
    let strangers = 0;
    for (let index = 0; index < 50; index++) {
      const near = `${words.slice(index * 8, index * 8 + 6).join(' ')} other end`;
      if (similarity(textAt(index), near) >= 0.5 && shared(textAt(index), near) > 0) found++;
      if (shared(textAt(index), textAt((index + 25) % 50)) > 0) strangers++;
    }
    expect(found).toBeGreaterThan(40);
    expect(strangers).toBeLessThan(10);
  });

  test('fit into 32 bits, even for an empty text', () => {
    for (const text of ['', 'Your session has expired']) {
      for (const band of bandsOf(1, text)) expect(band).toBe(band | 0);
    }
  });
});
