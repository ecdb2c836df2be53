import { describe, expect, it } from 'vitest';
import { WORD_STEMS } from '../rendering/sentinel.ts';
import { findLeaks } from './leaks.ts';

describe('markers that an engine left over', () => {
  it.each([
    '<x id="0"/>',
    '< / g >',
    '&lt;x id',
    '<var>',
    '<b id="1">',
    '<x0>',
    '[[t:',
    '⟦',
    '\ue001',
    ...WORD_STEMS.map((stem) => `${stem}az`),
  ])('include %s', (marker) => {
    expect(findLeaks('Save it', `Guardar ${marker} todo`)).not.toEqual([]);
    expect(findLeaks(`Save ${marker} it`, `Guardar ${marker} todo`)).toEqual([]);
  });

  it('do not include words', () => {
    expect(findLeaks('Save it', 'Guardar & exportar [todo] < 5')).toEqual([]);
  });
});
