import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { isUuid, newId, newKeyId } from './uuid.ts';
import { LAST_LOCALE_ID, placeOfValue, valueIdOf } from './value-id.ts';

it('the id of a value can be decoded to its key and its locale, for each locale', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: LAST_LOCALE_ID }), (localeId) => {
      const keyId = newKeyId();
      const valueId = valueIdOf(keyId, localeId);
      expect(isUuid(valueId)).toBe(true);
      expect(valueId).not.toBe(keyId);
      expect(placeOfValue(valueId)).toEqual({ keyId, localeId });
    }),
    { numRuns: testRuns(100) },
  );
});

it('an id that no value can have decodes to no locale', () => {
  const head = newId().slice(0, 32);
  for (const tail of ['0000', '8000', 'ffff']) {
    expect(placeOfValue(head + tail).localeId).toBe(0);
  }
});

it('ids of keys strictly increase, like all other ids, and end in zeros', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => (index % 2 ? newKeyId() : newId()));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  for (let at = 1; at < ids.length; at += 2) expect(ids[at]!.slice(-4)).toBe('0000');
});
