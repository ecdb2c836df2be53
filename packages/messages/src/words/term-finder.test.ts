import { describe, expect, it } from 'vitest';
import { createTermFinder } from './term-finder.ts';

describe('a term finder', () => {
  it('accepts an inflected form and rejects another word', () => {
    expect(createTermFinder('Guarda las claves')('clave')).toBe(true);
    expect(createTermFinder('Übersetzungen')('Übersetzung')).toBe(true);
    expect(createTermFinder('Guarda la llave')('clave')).toBe(false);
  });

  it('treats all apostrophes and all spaces as equal', () => {
    expect(createTermFinder('Voir l’ordre du\u202fjour')("l'ordre du jour")).toBe(true);
    expect(createTermFinder('Voir lʼordre du jour')('l’ordre du\u00a0jour')).toBe(true);
    expect(createTermFinder('設定\u3000画面')('設定 画面')).toBe(true);
  });
});
