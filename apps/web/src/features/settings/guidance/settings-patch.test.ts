import type { TranslationSettings } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { NO_LOCALE_SETTINGS, patchBetween } from './settings-patch.ts';

const NOTHING: TranslationSettings = {
  product: null,
  instructions: null,
  engines: null,
  locales: {},
};
const of = (settings: Partial<TranslationSettings>) => ({ ...NOTHING, ...settings });
const german = (settings: object) => ({ locales: { de: { ...NO_LOCALE_SETTINGS, ...settings } } });

describe('the patch between two settings', () => {
  it('is empty if nothing differs', () => {
    const settings = of({ product: 'A wiki', ...german({ engines: ['a'] }) });
    expect(patchBetween(settings, structuredClone(settings))).toEqual({});
  });

  it('contains only changed members, and contains null for removed members', () => {
    const before = of({ product: 'A wiki', engines: ['a'], ...german({ instructions: 'Du' }) });
    const after = of({ product: 'A blog', engines: ['a'], ...german({ reference: 'nl' }) });
    expect(patchBetween(before, after)).toEqual({
      product: 'A blog',
      locales: { de: { instructions: null, reference: 'nl' } },
    });
    expect(patchBetween(after, NOTHING)).toEqual({
      product: null,
      engines: null,
      locales: { de: { reference: null } },
    });
  });

  it('contains the engines if only their order differs', () => {
    expect(patchBetween(of({ engines: ['a', 'b'] }), of({ engines: ['b', 'a'] }))).toEqual({
      engines: ['b', 'a'],
    });
  });
});
