import { describe, expect, it } from 'vitest';
import { findDebianPackage } from './debian.ts';
import { listFallbacks, listModeLocales } from './locales.ts';

const tags = (name: string) => listModeLocales(name).map(({ tag }) => tag);

describe('the codes in names of Apertium modes', () => {
  it('follow ISO 639-1 or 639-3, and are converted to BCP 47', () => {
    for (const [name, tag] of [
      ['eng', 'en'],
      ['en', 'en'],
      ['nob', 'nb'],
      ['oci', 'oc'],
      ['ast', 'ast'],
      ['szl', 'szl'],
      ['zlm', 'ms'],
      ['nor', 'nb'],
    ] as const)
      expect(tags(name), name).toEqual([tag]);
  });

  it('may contain regions, scripts and known variants', () => {
    expect(tags('pt_BR')).toEqual(['pt-BR']);
    expect(tags('eng_US')).toEqual(['en-US']);
    expect(tags('srp_Latn')).toEqual(['sr-Latn']);
    expect(tags('cat_valencia')).toEqual(['ca-valencia']);
    expect(tags('oci_aran')).toEqual(['oc-aranes']);
    expect(tags('por_PTpre1990')).toEqual(['pt-PT-colb1945']);
  });

  it('stand for all standards of Serbo-Croatian, or for the named standard', () => {
    expect(tags('hbs')).toEqual(['sr-Latn', 'hr', 'bs']);
    expect(tags('hbs_HR')).toEqual(['hr']);
    expect(tags('sh_SR')).toEqual(['sr-Latn']);
  });

  it('rank a plain mode before its variants', () => {
    const rank = (name: string) => listModeLocales(name)[0]?.rank ?? Number.NaN;
    expect(rank('cat')).toBeLessThan(rank('cat_iec2017'));
    expect(rank('cat_valencia')).toBeLessThan(rank('cat_valencia_uni'));
    expect(rank('nno')).toBeLessThan(rank('nno_e'));
  });

  it('yield no locale if they are unknown', () => {
    for (const name of ['tdan', 'mlt_translit', 'eng_foo', 'e', '', 'hbs_XX', 'ENG', 'en_$(x)'])
      expect(tags(name), name).toEqual([]);
  });
});

describe('the lookup tags of a locale', () => {
  it('lead from the locale to its language', () => {
    expect(listFallbacks('es-419')).toEqual(['es-419', 'es']);
    expect(listFallbacks('sr-Latn-RS')).toEqual(['sr-Latn-RS', 'sr-Latn']);
    expect(listFallbacks('ca-ES-valencia')).toEqual([
      'ca-ES-valencia',
      'ca-valencia',
      'ca-ES',
      'ca',
    ]);
    expect(listFallbacks('de-DE-u-co-phonebk')).toEqual(['de-DE', 'de']);
  });

  it('do not lead to another script', () => {
    expect(listFallbacks('zh-TW')).toEqual(['zh-TW']);
    expect(listFallbacks('sr')).toEqual(['sr']);
    expect(listFallbacks('sr-Latn')).toEqual(['sr-Latn']);
  });

  it('treat Norwegian without a standard as Bokmål', () => {
    expect(listFallbacks('no')).toEqual(['nb']);
  });

  it('do not exist for a malformed tag', () => {
    expect(listFallbacks('en_US')).toEqual([]);
    expect(listFallbacks('')).toEqual([]);
  });
});

describe('the Debian package for a pair', () => {
  it('has the codes of Debian in its name', () => {
    expect(findDebianPackage('en', 'es')).toBe('apertium-eng-spa');
    expect(findDebianPackage('es', 'en')).toBe('apertium-eng-spa');
    expect(findDebianPackage('en-GB', 'gl-ES')).toBe('apertium-en-gl');
    expect(findDebianPackage('hr', 'en')).toBe('apertium-hbs-eng');
    expect(findDebianPackage('da', 'nn')).toBe('apertium-dan-nor');
    expect(findDebianPackage('id', 'ms')).toBe('apertium-ind-zlm');
  });

  it('does not exist for a missing direction or an unknown pair', () => {
    expect(findDebianPackage('en', 'is')).toBeUndefined();
    expect(findDebianPackage('en', 'hr')).toBeUndefined();
    expect(findDebianPackage('en', 'fr')).toBeUndefined();
  });
});
