import { describe, expect, it } from 'vitest';
import { formatOfText, guessFormat, guessLocale, guessMessageFormat } from './locale-file.ts';

describe('a locale file', () => {
  it('gets its format from its extension', async () => {
    const names = ['de.json', 'a.b.CSV', 'x.yml', 'x.yaml', 'x.xlf', 'x.xliff', 'x.arb'];
    const formats = names.map((name) => guessFormat(new File([''], name)));
    expect(await Promise.all(formats)).toEqual([
      'json',
      'csv',
      'yaml',
      'yaml',
      'xliff',
      'xliff',
      'arb',
    ]);
  });

  it('gets its format from its content if its extension belongs to several formats', async () => {
    const formatOf = (content: string, name = 'a.xml') => guessFormat(new File([content], name));
    expect(await formatOf('<?xml version="1.0"?>\n<xliff version="1.2">')).toBe('xliff');
    expect(await formatOf('<resources>\n</resources>')).toBe('android');
    expect(await formatOf('<!DOCTYPE plist PUBLIC "x" "y">\n<plist version="1.0">')).toBe(
      'stringsdict',
    );
    expect(await formatOf('{\n  "sourceLanguage" : "en",', 'texts')).toBe('xcstrings');
  });

  it('gets its locale from the end of its name', () => {
    expect(guessLocale('messages.pt_BR.json')).toBe('pt-BR');
    expect(guessLocale('de.yml')).toBe('de');
    expect(guessLocale('strings.json')).toBeNull();
  });

  it('gets its format from its text if it was pasted', () => {
    expect(formatOfText(' {"a": "b"}')).toBe('json');
    expect(formatOfText('{"@@locale": "en", "a": "b"}')).toBe('arb');
    expect(formatOfText('{"a.b": {"description": "d", "defaultMessage": "x"}}')).toBe('formatjs');
    expect(formatOfText('{"a": {"description": "of {n}", "defaultMessage": "x"}}')).toBe(
      'formatjs',
    );
    expect(formatOfText('{"a": {"message": "x", "description": "d"}}')).toBe('chrome');
    expect(formatOfText('{"a": {"message": "x"}}')).toBe('chrome');
    expect(formatOfText('{"error": {"message": "x", "title": "y"}}')).toBe('json');
    expect(formatOfText('<root><data name="a"/></root>')).toBe('resx');
    expect(formatOfText('<?xml version="1.0"?>')).toBe('xliff');
    expect(formatOfText('key,value\na,b')).toBe('csv');
    expect(formatOfText('a: b, c')).toBe('yaml');
    expect(formatOfText('# x\nmsgctxt "menu"\nmsgid "Open"')).toBe('po');
    expect(formatOfText('/* Button: save */\n"save" = "Save, now";\n')).toBe('strings');
    expect(formatOfText('"save": "a = b"')).toBe('yaml');
  });

  it('gets its message format from its placeholders, unless these belong to several formats', () => {
    expect(guessMessageFormat('{"a":"{n, plural, other {# files}} of {name}"}')).toBe('icu');
    expect(guessMessageFormat('{"a":"{{count}} files"}')).toBe('i18next');
    expect(guessMessageFormat('a: "%{count} files"')).toBe('ruby');
    expect(guessMessageFormat('key,en\na,%1$s of %d')).toBe('printf');
    expect(guessMessageFormat('{"a":".match $n\\none {{One {$n}}} * {{All}}"}')).toBe('mf2');
    expect(guessMessageFormat('{"a":"{{count}} files on {$day :date}"}')).toBe('mf2');
    expect(guessMessageFormat('{"a":"Hello {name}"}')).toBe('auto');
    expect(guessMessageFormat('{"a":"{{count}}","b":"%s"}')).toBe('auto');
    expect(guessMessageFormat('a={0} of {1,number}', 'properties')).toBe('java');
    expect(guessMessageFormat('a=%s of {name}', 'properties')).toBe('printf');
    expect(guessMessageFormat('<value>{0:N2}</value>', 'resx')).toBe('dotnet');
    expect(guessMessageFormat('{"a":"Hi"}', 'arb')).toBe('flutter');
    expect(guessMessageFormat('{"a":"L\'{n} et d\'{n}"}', 'arb')).toBe('flutter');
    expect(guessMessageFormat('{"a":"Use \'{\'n\'}\' here"}', 'arb')).toBe('icu');
    expect(guessMessageFormat('{"a":{"message":"Hi"}}', 'chrome')).toBe('chrome');
  });
});
