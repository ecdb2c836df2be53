import { describe, expect, it } from 'vitest';
import { findDebianPackage } from './debian.ts';
import { listFallbacks, listModeLocales } from './locales.ts';

const tags = (name: string) => listModeLocales(name).map(({ tag }) => tag);

describe('listModeLocales', () => {
  it('converts ISO 639-1 and 639-3 codes to BCP 47 tags', () => {
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

  it('converts names of Apertium modes with regions, scripts and known variants', () => {
    expect(tags('pt_BR')).toEqual(['pt-BR']);
    expect(tags('eng_US')).toEqual(['en-US']);
    expect(tags('srp_Latn')).toEqual(['sr-Latn']);
    expect(tags('cat_valencia')).toEqual(['ca-valencia']);
    expect(tags('oci_aran')).toEqual(['oc-aranes']);
    expect(tags('por_PTpre1990')).toEqual(['pt-PT-colb1945']);
  });

  it('returns all standards of Serbo-Croatian, or only the named standard', () => {
    expect(tags('hbs')).toEqual(['sr-Latn', 'hr', 'bs']);
    expect(tags('hbs_HR')).toEqual(['hr']);
    expect(tags('sh_SR')).toEqual(['sr-Latn']);
  });

  it('ranks a plain Apertium mode before its variants', () => {
    const rank = (name: string) => listModeLocales(name)[0]?.rank ?? Number.NaN;
    expect(rank('cat')).toBeLessThan(rank('cat_iec2017'));
    expect(rank('cat_valencia')).toBeLessThan(rank('cat_valencia_uni'));
    expect(rank('nno')).toBeLessThan(rank('nno_e'));
  });

  it('returns no locale for an unknown code', () => {
    for (const name of ['tdan', 'mlt_translit', 'eng_foo', 'e', '', 'hbs_XX', 'ENG', 'en_$(x)'])
      expect(tags(name), name).toEqual([]);
  });
});

describe('listFallbacks', () => {
  it('returns the tags from a locale to its language, most specific tag first', () => {
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

  it('returns no tag that stands for another script', () => {
    expect(listFallbacks('zh-TW')).toEqual(['zh-TW']);
    expect(listFallbacks('sr')).toEqual(['sr']);
    expect(listFallbacks('sr-Latn')).toEqual(['sr-Latn']);
  });

  it('maps the tag `no` to Bokmål (`nb`)', () => {
    expect(listFallbacks('no')).toEqual(['nb']);
  });

  it('returns no tags for a malformed tag', () => {
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
