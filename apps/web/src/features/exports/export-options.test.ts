import { describe, expect, it } from 'vitest';
import { acceptOf, commandOf, type ExportOptions, exportBody, STATES } from './export-options.ts';

const options: ExportOptions = {
  format: 'json',
  shape: 'flat',
  xliffVersion: 'auto',
  states: STATES,
  locales: ['de', 'en'],
  csvSafe: false,
  isHandOff: false,
  isAscii: false,
  path: '',
  prefix: '',
};

describe('the request for an export', () => {
  it.each([
    ['json', ['de'], 'application/json; profile=raw', 'de.json'],
    ['json', ['de', 'en'], 'application/zip', 'translations.zip'],
    ['csv', ['de', 'en'], 'text/csv', 'translations.csv'],
    ['stringsdict', ['de', 'en'], 'application/zip', 'translations.zip'],
    ['formatjs', ['de'], 'application/vnd.formatjs.messages+json', 'de.json'],
    ['resx', ['de', 'en'], 'application/zip', 'translations.zip'],
    ['xcstrings', ['de', 'en'], 'application/vnd.apple.xcstrings+json', 'translations.xcstrings'],
  ] as const)(
    'accepts, for the format %s and the locales %j, the content type %s',
    (format, locales, accept, output) => {
      const asked = { ...options, format, locales };
      expect(acceptOf(asked)).toBe(accept);
      expect(commandOf('https://x.test', 'p', asked)).toContain(`-o ${output}`);
    },
  );

  it('accepts an archive if the options contain a path, even for one locale', () => {
    const pattern = { path: '{locale}/{namespace}.json', prefix: '{namespace}.' };
    const asked = { ...options, locales: ['de'], ...pattern };
    expect(acceptOf(asked)).toBe('application/zip');
    expect(exportBody(asked)).toEqual({ locales: ['de'], format: 'json', ...pattern });
    expect(commandOf('https://x.test', 'p', asked)).toContain('-o translations.zip');
    expect(exportBody({ ...asked, path: '' })).toEqual({ locale: 'de', format: 'json' });
    expect(exportBody({ ...asked, format: 'csv' })).toEqual({ locale: 'de', format: 'csv' });
  });

  it('asks for a file for external translation only in formats that support it', () => {
    const asked = { ...options, isHandOff: true };
    expect(exportBody(asked)).not.toHaveProperty('handOff');
    for (const format of ['csv', 'xliff'] as const) {
      expect(exportBody({ ...asked, format })).toMatchObject({ format, handOff: true });
    }
  });

  it('names a version of XLIFF only for an XLIFF file, and only if a version is selected', () => {
    const asked = { ...options, xliffVersion: '2.0' } as const;
    expect(exportBody(asked)).not.toHaveProperty('xliffVersion');
    expect(exportBody({ ...options, format: 'xliff' })).not.toHaveProperty('xliffVersion');
    const body = exportBody({ ...asked, format: 'xliff' });
    expect(body).toMatchObject({ format: 'xliff', xliffVersion: '2.0' });
  });

  it('asks for escapes only in the format that supports them', () => {
    const asked = { ...options, isAscii: true };
    expect(exportBody(asked)).not.toHaveProperty('charset');
    expect(exportBody({ ...asked, format: 'properties' })).toMatchObject({
      format: 'properties',
      charset: 'iso-8859-1',
    });
  });
});
