import type { MessageFormat } from '@parlance/messages';
import { describe, expect, it } from 'vitest';
import { findForeignPlaceholders } from './find-foreign-placeholders.ts';

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

const messageOf = async (texts: readonly string[], format: MessageFormat) =>
  (await findForeignPlaceholders(texts, format))?.message;

describe('findForeignPlaceholders', () => {
  it.each(SYNTAXES.flatMap((format) => SYNTAXES.map((syntax) => [format, syntax] as const)))(
    'findForeignPlaceholders in a project of %s warns of texts of %s, unless these are the same',
    async (format, syntax) => {
      const warning = await findForeignPlaceholders(['Plain', ...TEXTS[syntax]], format);
      if (format === syntax) return expect(warning).toBeNull();
      expect(warning).toMatchObject({ path: '', code: 'message_format_differs' });
      expect(warning!.message).toContain(
        `3 of the first 4 texts have placeholders of the message format ${syntax}, such as`,
      );
      expect(warning!.message).toContain(`and 0 those of ${format}`);
    },
  );

  it('knows the placeholders of Java, .NET and Chrome in a project of theirs', async () => {
    const own = {
      java: ["It''s {0}", '{0,number}', '{1}'],
      dotnet: ['{0:N2}', '{1}', '{name}'],
      chrome: ['$NAME$', '$1', '$other$'],
    } as const;
    for (const [format, texts] of Object.entries(own) as [keyof typeof own, readonly string[]][]) {
      expect(await messageOf([...texts, ...TEXTS.printf], format)).toBeUndefined();
      expect(await messageOf(TEXTS.printf, format)).toContain(`and 0 those of ${format}`);
    }
  });

  it('counts arguments with a type as those of Flutter in a project of its format', async () => {
    const texts = ['{n, plural, other {a}}', '{when, date, ::yMd}', "l'{name}"];
    expect(await messageOf([...texts, ...TEXTS.printf], 'flutter')).toBeUndefined();
    expect(await messageOf(TEXTS.printf, 'flutter')).toContain('and 0 those of flutter');
  });

  it('gives three examples', async () => {
    expect(await messageOf([...TEXTS.printf, 'By %s', '%d%%'], 'icu')).toContain(
      'such as %s, %1$d, %2$d, and 0 those of icu',
    );
  });

  it('expects nothing of projects that find the format of each text or have none', async () => {
    for (const syntax of SYNTAXES) {
      expect(await messageOf(TEXTS[syntax], 'auto')).toBeUndefined();
      expect(await messageOf(TEXTS[syntax], 'plain')).toBeUndefined();
    }
  });

  it('takes percent signs, plain braces and a minority for no other format', async () => {
    expect(
      await messageOf(['100% sure', '50 % off', '5% and more', 'All of 100%'], 'icu'),
    ).toBeUndefined();
    expect(await messageOf(['{a}', '{b}', '{c}', '{d}'], 'printf')).toBeUndefined();
    expect(await messageOf(['{a}', '{b}', '{c}', ...TEXTS.printf], 'icu')).toBeUndefined();
    expect(await messageOf(['%s', '%d'], 'icu')).toBeUndefined();
  });

  it('looks at the first thousand texts, and at the beginning of each', async () => {
    const plain = Array.from({ length: 1000 }, () => 'Plain');
    expect(await messageOf([...plain, ...TEXTS.printf], 'icu')).toBeUndefined();
    const long = TEXTS.printf.map((text) => 'x'.repeat(1000) + text);
    expect(await messageOf(long, 'icu')).toBeUndefined();
  });
});
