import { describe, expect, it } from 'vitest';
import { collectRows, inOneChunk, readOptions } from '../../test/conformance/io.ts';
import { xliff } from './xliff.ts';

const read12 = (source: string, target: string | undefined): string => `
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file original="x" datatype="plaintext" source-language="${source}"${target ? ` target-language="${target}"` : ''}>
    <body>
      <trans-unit id="a"><source>s</source>${target ? '<target>t</target>' : ''}</trans-unit>
      <trans-unit id="b"><source>s</source>${target ? '<target>t</target>' : ''}</trans-unit>
    </body>
  </file>
</xliff>`;

const read21 = (source: string, target: string | undefined): string => `
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="${source}"${target ? ` trgLang="${target}"` : ''}>
  <file id="f">
    <unit id="a"><segment><source>s</source>${target ? '<target>t</target>' : ''}</segment></unit>
    <unit id="b"><segment><source>s</source>${target ? '<target>t</target>' : ''}</segment></unit>
  </file>
</xliff>`;

describe.each([
  ['1.2', read12],
  ['2.1', read21],
])('the languages of a file of %s', (_, fileOf) => {
  const localesOf = async (source: string, target: string | undefined, asked: string) => {
    const bytes = new TextEncoder().encode(fileOf(source, target).trim());
    const options = { keySeparator: '.', localeTags: [asked], sourceLocaleTag: 'en' };
    const { rows, warnings } = await collectRows(xliff, inOneChunk(bytes), readOptions(options));
    const [locales, others] = rows.map((row) => row.values.map(({ localeTag }) => localeTag));
    expect(others).toEqual(locales);
    return { locales, warnings };
  };

  it.each([
    ['en', 'de', 'de', ['en', 'de']],
    ['EN', 'pt_br', 'pt-BR', ['en', 'pt-BR']],
    ['en', 'de', 'en', ['en', 'de']],
    ['en', 'zh-CN', 'zh-Hans', ['en', 'zh-Hans']],
    ['en', 'no', 'nb', ['en', 'nb']],
    ['en', undefined, 'de', ['en']],
    ['fr', undefined, 'fr', ['fr']],
    ['fr', 'fr', 'fr', ['fr']],
    ['en-US', undefined, 'en-US', ['en-US']],
  ])('can be %s and %s for an import of %s', async (source, target, asked, expected) => {
    expect(await localesOf(source, target, asked)).toEqual({ locales: expected, warnings: [] });
  });

  it('match the languages of the project, with one warning, if the source has a region of its language', async () => {
    const { locales, warnings } = await localesOf('en-US', 'de', 'de');
    expect(locales).toEqual(['en', 'de']);
    expect(warnings).toEqual([
      {
        path: '',
        code: 'source_locale',
        message: expect.stringMatching(/en-US.* en,/),
      },
    ]);
  });

  it.each([
    ['en', 'de', 'fr', /\bde\b.*\bfr$/],
    ['en', 'de-AT', 'de', /\bde-AT\b.*\bde$/],
    ['en', 'en', 'en-US', /\ben\b.*\ben-US$/],
    ['en', 'zh-TW', 'zh-Hans', /\bzh-TW\b.*\bzh-Hans$/],
    ['fr', 'de', 'de', /\bfr\b.*\ben$/],
    ['fr', undefined, 'de', /\bfr\b.*\ben$/],
    ['fr', 'de', 'en', /\bfr\b.*\ben$/],
  ])('cannot be %s and %s for an import of %s', async (source, target, asked, message) => {
    await expect(localesOf(source, target, asked)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      line: expect.any(Number),
    });
  });
});
