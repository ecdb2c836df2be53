import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { i18nBundlesGet } from './i18n/bundles.ts';
import { i18nProjectsList } from './i18n/projects.ts';
import { pathOf } from './path-of.ts';

describe('pathOf', () => {
  it('fills in the parameters and leaves a path without any as it is', () => {
    const params = { projectId: 'p', environment: 'production', localeCode: 'pt-BR' };
    expect(pathOf(i18nBundlesGet, params)).toBe('/v1/i18n/bundles/p/production/pt-BR');
    expect(pathOf(i18nProjectsList)).toBe('/v1/i18n/projects');
  });

  it('keeps every value within its own segment, as a URL parser reads it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (value) => {
        fc.pre(value !== '.' && value !== '..');
        const path = pathOf(i18nBundlesGet, {
          projectId: 'p',
          environment: value,
          localeCode: 'de',
        });
        const segments = new URL(path, 'http://localhost').pathname.split('/');
        expect(segments.map(decodeURIComponent)).toEqual([
          '',
          'v1',
          'i18n',
          'bundles',
          'p',
          value,
          'de',
        ]);
      }),
    );
  });

  it.each(['.', '..', ''])(
    'refuses %j, which a client would resolve to another path',
    (environment) => {
      expect(() =>
        pathOf(i18nBundlesGet, { projectId: 'p', environment, localeCode: 'de' }),
      ).toThrow(/environment/);
    },
  );

  it('refuses a parameter that is not there', () => {
    expect(() => pathOf(i18nBundlesGet, { projectId: 'p' })).toThrow(/environment/);
  });
});
