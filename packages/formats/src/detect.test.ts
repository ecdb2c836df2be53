import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFormat, HEAD_BYTES } from './detect.ts';
import { formatById } from './registry.ts';

const detect = (content: string | Uint8Array, path?: string) =>
  detectFormat({
    head: typeof content === 'string' ? Buffer.from(content) : content,
    ...(path === undefined ? {} : { path }),
  });

describe('detectFormat', () => {
  it.each([
    ['de.json', 'json'],
    ['a.b.CSV', 'csv'],
    ['C:\\locales\\de.YML', 'yaml'],
    ['de.xlf', 'xliff'],
    ['po/app.pot', 'po'],
    ['de.lproj/Localizable.strings', 'strings'],
    ['de.lproj/Localizable.stringsdict', 'stringsdict'],
    ['Localizable.xcstrings', 'xcstrings'],
    ['messages_de.properties', 'properties'],
  ])('takes %s for %s by its name', (path, format) => {
    expect(detect('', path)).toEqual({ format });
  });

  it.each([
    ['json', '\ufeff {"a": "b"}'],
    ['json', '["a"]'],
    ['json', '{}'],
    ['android', '<?xml version="1.0"?>\n<!-- x -->\n<resources xmlns:t="u">'],
    ['xliff', '<?xml version="1.0"?><xliff version="1.2">'],
    ['stringsdict', '<?xml version="1.0"?>\n<plist version="1.0"><dict>'],
    ['xcstrings', '{\n  "sourceLanguage" : "en",\n  "strings" : {\n'],
    ['po', '# Translations\nmsgid ""\nmsgstr ""\n'],
    ['po', '#: a.c:1\nmsgctxt "menu"\nmsgid "Open"\n'],
    ['strings', '/* Title */\n"title" = "Open: now";\n'],
    ['strings', 'title = "Open";'],
    ['strings', Buffer.from('\ufeff"title" = "Öffnen";\n', 'utf16le')],
    ['strings', Buffer.from('"title" = "Öffnen";\n', 'utf16le')],
    ['properties', '# Texts\n\nmenu.open = Open: now\n'],
    ['properties', 'a\\ b=c\\\n  d'],
    ['csv', 'key,en,de\na,b,c\n'],
    ['csv', '"key";"en"\r\n'],
    ['yaml', '# texts\nen:\n  title: "Open"\n'],
    ['yaml', '---\na: b\n'],
    ['yaml', 'title: Open\n'],
  ] as const)('finds %s by its content', (format, content) => {
    expect(detect(content, 'texts.txt')).toEqual({ format });
    expect(formatById(format)).toBeDefined();
  });

  it.each([
    ['', undefined],
    ['Hello world', 'notes.txt'],
    ['<html></html>', 'index.html'],
    ['<project></project>', 'pom.xml'],
    ['[hello]\nother = "Hello"\n', 'active.en.toml'],
    ['[General]\r\nname=x\r\n', 'app.ini'],
    ['title = "Hello"\n', 'en.toml'],
  ])('finds nothing in %j', (content, path) => {
    expect(detect(content, path)).toBeNull();
  });

  it.each([
    ['ARB', '{"title": "Open"}', 'lib/l10n/app_de.arb'],
    ['ARB', '{"@@locale": "de", "title": "Open"}', 'app_de.json'],
    ['browser extension', '{"title": {"message": "Open"}}', 'x/_locales/pt_BR/messages.json'],
    ['browser extension', '{"t": {"message": "Open", "description": "d"}}', 'messages.json'],
    ['FormatJS', '{"a1": {"description": "d", "defaultMessage": "Open"}}', 'en.json'],
  ])('tells %s from plain JSON, with a warning', (tool, content, path) => {
    const detected = detect(content, path);
    expect(detected).toMatchObject({ format: 'json', warning: { code: 'unsupported_format' } });
    expect(detected!.warning!.message).toContain(tool);
  });

  it('leaves plain JSON alone', () => {
    for (const content of ['{"message": "a"}', '{"error": {"message": "a"}}', '{"@": "at"}']) {
      expect(detect(content, 'de.json')).toEqual({ format: 'json' });
    }
  });

  it('reads any bytes, and no more than the head', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (head, path) => {
        const detected = detect(head, path);
        if (detected !== null) expect(formatById(detected.format)).toBeDefined();
      }),
    );
    const long = Buffer.from(`${' '.repeat(HEAD_BYTES)}{"a": "b"}`);
    expect(detect(long)).toBeNull();
  });
});
