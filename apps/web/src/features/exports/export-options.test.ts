import { describe, expect, it } from 'vitest';
import { acceptOf, commandOf, type ExportOptions, exportBody, STATES } from './export-options.ts';

const options: ExportOptions = {
  format: 'json',
  shape: 'flat',
  states: STATES,
  locales: ['de', 'en'],
  csvSafe: false,
  isAscii: false,
};

describe('the options of an export', () => {
  it.each([
    ['json', ['de'], 'application/json; profile=raw', 'de.json'],
    ['json', ['de', 'en'], 'application/zip', 'translations.zip'],
    ['csv', ['de', 'en'], 'text/csv', 'translations.csv'],
    ['stringsdict', ['de', 'en'], 'application/zip', 'translations.zip'],
    ['formatjs', ['de'], 'application/vnd.formatjs.messages+json', 'de.json'],
    ['resx', ['de', 'en'], 'application/zip', 'translations.zip'],
    ['xcstrings', ['de', 'en'], 'application/vnd.apple.xcstrings+json', 'translations.xcstrings'],
  ] as const)('ask for %s of %j as %s', (format, locales, accept, output) => {
    const asked = { ...options, format, locales };
    expect(acceptOf(asked)).toBe(accept);
    expect(commandOf('https://x.test', 'p', asked)).toContain(`-o ${output}`);
  });

  it('ask for escapes only in the format that has them', () => {
    const asked = { ...options, isAscii: true };
    expect(exportBody(asked)).not.toHaveProperty('charset');
    expect(exportBody({ ...asked, format: 'properties' })).toMatchObject({
      ...{ format: 'properties', charset: 'iso-8859-1' },
    });
  });
});
