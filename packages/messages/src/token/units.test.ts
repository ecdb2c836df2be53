import fc from 'fast-check';
import { expect, it } from 'vitest';
import { billableUnits } from './units.ts';

it('billableUnits counts Unicode code points', () => {
  expect(billableUnits('Añadir 👍')).toBe(8);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(billableUnits(text)).toBe([...text].length);
    }),
  );
});
