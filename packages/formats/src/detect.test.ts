import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFormat, HEAD_BYTES } from './detect.ts';
import { FORMATS, formatById } from './registry.ts';
import { describeUnread } from './unread.ts';

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
    ['Strings.de.RESX', 'resx'],
    ['de/Resources.resw', 'resx'],
  ])('detects the format of %s as %s from the name', (path, format) => {
    expect(detect('', path)).toBe(format);
  });

  it.each([
    ['json', '\ufeff {"a": "b"}'],
    ['json', '["a"]'],
    ['json', '{"home.t1": {"message": "x", "description": "y"}}'],
    ['chrome', '{"home_t1": {"message": "x", "description": "y"}}'],
    ['chrome', '// c\n{ /* d */\n "a": {"message": "x", "description": "y"}}'],
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
    ['resx', '<?xml version="1.0"?>\n<root>\n<data name="a"><value>x</value></data>'],
    ['properties', '# Texts\n\nmenu.open = Open: now\n'],
    ['properties', 'a\\ b=c\\\n  d'],
    ['csv', 'key,en,de\na,b,c\n'],
    ['csv', '"key";"en"\r\n'],
    ['yaml', '# texts\nen:\n  title: "Open"\n'],
    ['yaml', '---\na: b\n'],
    ['yaml', 'title: Open\n'],
  ] as const)('detects %s by the content of a file', (format, content) => {
    expect(detect(content, 'texts.txt')).toBe(format);
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
  ])('detects no format in %j', (content, path) => {
    expect(detect(content, path)).toBeNull();
  });

  it.each([
    ['arb', '{"title": "Open"}', 'lib/l10n/app_de.arb'],
    ['arb', '{"@@locale": "de", "title": "Open"}', 'app_de.json'],
    ['chrome', '{"title": {"message": "Open"}}', 'x/_locales/pt_BR/messages.json'],
    ['chrome', '{"t": {"message": "Open", "description": "d"}}', 'messages.json'],
    ['formatjs', '{"a1": {"description": "d", "defaultMessage": "Open"}}', 'en.json'],
    ['formatjs', '{"a1": {"defaultMessage": "Open"}}', undefined],
    ['formatjs', '{"a": {"description": "of {n}", "defaultMessage": "Open"}}', undefined],
    ['formatjs', '{"a": {"description": {"x": ["y"]}, "defaultMessage": "Open"}}', undefined],
    ['chrome', '{"t": {"message": "{n} \\"x\\": y", "description": "d"}}', 'messages.json'],
    ['chrome', '{"t": {"placeholders": {"a": {"content": "$1"}}, "message": "x"}}', undefined],
  ])('distinguishes %s from plain JSON', (format, content, path) => {
    expect(detect(content, path)).toBe(format);
  });

  it('detects no special format in plain JSON', () => {
    for (const content of ['{"message": "a"}', '{"error": {"message": "a"}}', '{"@": "at"}']) {
      expect(detect(content, 'de.json')).toBe('json');
    }
  });

  it('accepts any bytes, and reads only the head', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (head, path) => {
        const detected = detect(head, path);
        if (detected !== null) expect(formatById(detected)).toBeDefined();
      }),
    );
    const long = Buffer.from(`${' '.repeat(HEAD_BYTES)}{"a": "b"}`);
    expect(detect(long)).toBeNull();
  });
});

describe('describeUnread', () => {
  const describeFile = (content: string, path?: string) =>
    describeUnread({ head: Buffer.from(content), ...(path === undefined ? {} : { path }) });

  it.each([
    ['<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1">', 'Qt TS', 'xliff'],
    ['<?php return ["a" => "b"];', 'PHP arrays', 'json'],
    ['[hello]\nother = "Hello"\n', 'TOML or INI', 'json'],
    ['<!doctype html>\n<html>', 'HTML', 'xliff'],
    ['<?xml version="1.0"?>\n<tmx version="1.4">', 'TMX', 'xliff'],
    ['PK\u0003\u0004 [Content_Types].xml', 'an Excel workbook', 'csv'],
    ['PK\u0003\u0004 locales/en.json', 'a ZIP archive', 'json'],
  ])('names the format of %j and the closest supported format', (content, name, nearest) => {
    const message = describeFile(content);
    expect(message).toContain(`looks like ${name}`);
    expect(message).toContain(`The nearest format is ${nearest}`);
  });

  it('describes a file by its name, and lists the supported formats', () => {
    expect(describeFile('hello = Hello', 'en/app.ftl')).toContain('looks like Fluent');
    const message = describeFile('Hello');
    expect(message).toBe(
      `The formats that are read are ${FORMATS.map(({ id }) => id).join(', ')}.`,
    );
  });
});
