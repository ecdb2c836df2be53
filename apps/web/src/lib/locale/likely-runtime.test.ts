import { RUNTIMES } from '@parlance/messages';
import { expect, it } from 'vitest';
import { likelyRuntime } from './likely-runtime.ts';
import { FILE_FORMATS, MESSAGE_FORMATS } from './locale-file.ts';

it('the likely library of a message format supports this format', () => {
  for (const format of MESSAGE_FORMATS) {
    const likely = likelyRuntime(format);
    if (likely === null) continue;
    const own = RUNTIMES[likely].format;
    expect([format, own === 'flutter' ? format.startsWith('flutter') : own === format]).toEqual([
      format,
      true,
    ]);
  }
});

it('the file format takes precedence over the message format if a library uses this file format', () => {
  expect(FILE_FORMATS.map(({ value }) => [value, likelyRuntime('i18next', value)])).toEqual(
    Object.entries({
      json: 'i18next',
      yaml: 'i18next',
      csv: 'i18next',
      xliff: 'i18next',
      po: 'gettext',
      android: 'android',
      strings: 'apple',
      stringsdict: 'apple',
      xcstrings: 'apple',
      properties: 'java-text',
      arb: 'flutter',
      formatjs: 'formatjs',
      chrome: 'chrome-extension',
      resx: 'dotnet',
    }),
  );
  expect(likelyRuntime('auto', 'json')).toBeNull();
});
