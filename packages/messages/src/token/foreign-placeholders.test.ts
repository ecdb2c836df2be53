import { describe, expect, it } from 'vitest';
import { ForeignPlaceholders } from './foreign-placeholders.ts';
import type { MessageFormat } from './token.ts';

const TEXTS = {
  icu: [
    '{n, plural, one {# file} other {# files}}',
    '{when, date, short}',
    '{a, select, other {x}}',
  ],
  i18next: ['Hello {{name}}', '{{count}} files', 'See $t(home.title)'],
  printf: ['Hello %s', '%1$d of %2$d', '%(name)s wrote'],
  ruby: ['Hello %{name}', '%{count} files', '%<n>d of them'],
} as const;
type Syntax = keyof typeof TEXTS;
const SYNTAXES = Object.keys(TEXTS) as Syntax[];

function messageOf(texts: readonly string[], format: MessageFormat): string | null {
  const placeholders = new ForeignPlaceholders(format);
  for (const text of texts) placeholders.add(text);
  return placeholders.describe();
}

describe('ForeignPlaceholders', () => {
  it.each(SYNTAXES.flatMap((format) => SYNTAXES.map((syntax) => [format, syntax] as const)))(
    'given a project of %s, describes texts of %s, unless the two are the same',
    (format, syntax) => {
      const message = messageOf(['Plain', ...TEXTS[syntax]], format);
      if (format === syntax) return expect(message).toBeNull();
      expect(message).toContain(
        `3 of the first 4 texts have placeholders of the message format ${syntax}, such as`,
      );
      expect(message).toContain(`and 0 those of ${format}`);
    },
  );

  it('accepts the placeholders of Java, .NET and Chrome in projects with these formats', () => {
    const own = {
      java: ["It''s {0}", '{0,number}', '{1}'],
      dotnet: ['{0:N2}', '{1}', '{name}'],
      chrome: ['$NAME$', '$1', '$other$'],
    } as const;
    for (const [format, texts] of Object.entries(own) as [keyof typeof own, readonly string[]][]) {
      expect(messageOf([...texts, ...TEXTS.printf], format)).toBeNull();
      expect(messageOf(TEXTS.printf, format)).toContain(`and 0 those of ${format}`);
    }
  });

  it('counts typed arguments as Flutter placeholders in a project of the format flutter', () => {
    const texts = ['{n, plural, other {a}}', '{when, date, ::yMd}', "l'{name}"];
    expect(messageOf([...texts, ...TEXTS.printf], 'flutter')).toBeNull();
    expect(messageOf(TEXTS.printf, 'flutter')).toContain('and 0 those of flutter');
  });

  it('returns three examples of placeholders', () => {
    expect(messageOf([...TEXTS.printf, 'By %s', '%d%%'], 'icu')).toContain(
      'such as %s, %1$d, %2$d, and 0 those of icu',
    );
  });

  it('reports nothing in a project of the format auto or plain', () => {
    for (const syntax of SYNTAXES) {
      expect(messageOf(TEXTS[syntax], 'auto')).toBeNull();
      expect(messageOf(TEXTS[syntax], 'plain')).toBeNull();
    }
  });

  it('ignores percent signs, plain braces and a minority of texts', () => {
    expect(messageOf(['100% sure', '50 % off', '5% and more', 'All of 100%'], 'icu')).toBeNull();
    expect(messageOf(['{a}', '{b}', '{c}', '{d}'], 'printf')).toBeNull();
    expect(messageOf(['{a}', '{b}', '{c}', ...TEXTS.printf], 'icu')).toBeNull();
    expect(messageOf(['%s', '%d'], 'icu')).toBeNull();
  });

  it('reads only the first thousand texts, and reads only the start of each text', () => {
    const plain = Array.from({ length: 1000 }, () => 'Plain');
    expect(messageOf([...plain, ...TEXTS.printf], 'icu')).toBeNull();
    const long = TEXTS.printf.map((text) => 'x'.repeat(1000) + text);
    expect(messageOf(long, 'icu')).toBeNull();
  });
});
