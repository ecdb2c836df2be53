import { describe, expect, it } from 'vitest';
import { KEPT, REPORTED, unmarked, withOtherWords } from '../../test/code/examples.ts';
import { analyzeMessage } from '../analysis/analyze.ts';
import { pseudolocalizeMessage } from '../pseudo.ts';
import { tokenize } from '../token/tokenize.ts';
import { verifyMessage } from '../verify/verify-message.ts';

const OPTIONS = { format: 'auto', sourceLocale: 'en', targetLocale: 'de' } as const;
const errorsOf = (source: string, target: string): string[] =>
  verifyMessage(source, target, OPTIONS)
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);
const unknownIn = (text: string): string | undefined =>
  analyzeMessage(text, OPTIONS).findings.find(({ code }) => code === 'unknown_syntax')?.value;

describe('code of other syntaxes', () => {
  it.each(KEPT)('the code of %s stays as it is around other words: %s', (_, marked) => {
    const text = unmarked(marked);
    const shown = pseudolocalizeMessage(text, { format: 'auto', locale: 'en' });
    expect(shown.replace(/⟪|~*⟫/g, '')).toMatch(withOtherWords(marked));
    expect(shown).not.toBe(text);
    expect(errorsOf(text, text)).toEqual([]);
  });

  // Names that can also be words are protected from engines, but people may translate them.
  const checked = KEPT.filter(
    ([, marked]) => !/\\LaTeX|\$user->|%Y|__name__|\\cite|\(\)« f/.test(marked),
  );
  it.each(checked)('a translation that loses any code of %s has an error: %s', (_, marked) => {
    const text = unmarked(marked);
    const tokens = tokenize(text, 'auto');
    for (const [at, token] of tokens.entries()) {
      if (token.type === 'text' || /^\s*$/.test(token.source)) continue;
      const others = tokens.filter((_, index) => index !== at);
      const without = others.map(({ source }) => source).join('');
      if (without.trim() !== '') expect(errorsOf(text, without)).not.toEqual([]);
    }
  });

  it.each(REPORTED)('the code of %s is reported: %s', (_, text, part) => {
    expect(unknownIn(text)).toContain(part);
    expect(errorsOf(text, text)).toEqual([]);
  });

  it('pseudo-localization does not change a text with unknown code', () => {
    for (const [, text] of REPORTED) {
      expect(pseudolocalizeMessage(text, { format: 'auto', locale: 'en' })).toBe(text);
    }
  });

  it('a project with texts without placeholders has no code', () => {
    for (const [, text] of REPORTED) {
      const { findings } = analyzeMessage(text, { ...OPTIONS, format: 'plain' });
      expect(findings).toEqual([]);
    }
  });
});

describe('a translation of code in an unknown syntax', () => {
  const fluent = '{ $n -> [one] One file *[other] {$n} files }';
  const mf2 = '.input {$n :number}\n.match $n\none {{One file}}\n* {{{$n} files}}';
  it.each([
    [fluent, '{ $n -> [one] Eine Datei *[other] {$n} Dateien }'],
    [fluent, '{ $n -> [one] {$n} plik [few] {$n} pliki *[other] {$n} plików }'],
    ['{if open}Open{endif} it', '{falls offen}Öffnen{endif}'],
    [mf2, '.input {$n :number}\n.match $n\none {{Eine Datei}}\n* {{{$n} Dateien}}'],
    [mf2, '.input {$n :number} .match $n 1 {{Raz}} few {{{$n} pliki}} * {{{$n} plików}}'],
  ])('%j allows the translation %j', (source, target) => {
    expect(errorsOf(source, target).filter((code) => code !== 'placeholder_duplicated')).toEqual(
      [],
    );
  });
  it.each([
    [fluent, '{ $anzahl -> [one] Eine Datei *[other] {$n} Dateien }', '$n'],
    [fluent, '{ $n [one] Eine Datei *[other] {$n} Dateien }', '->'],
    [fluent, '{ $n -> [one] Eine Datei *[andere] {$n} Dateien', '*[andere]'],
    ['{if open}Open{endif} it', 'Öffne es {endif}', '{'],
    ['<Trans a={() => x}>Hi you</Trans>', '<Übersetzt a={() => x}>Hallo</Trans>', '<Trans'],
    [mf2, '.eingabe {$n :number}\n.match $n\none {{Eine}}\n* {{{$n} Dateien}}', '.input'],
    [mf2, '.input {$n :number}\n.match $n\none {{Eine}}\n* {{{$m} Dateien}}', '{$n}'],
    [mf2, '.input {$n :number}\n.match $n\none {{Eine}}\nother {{{$n} Dateien}}', '*'],
    ['Press {link}here{/link}', 'Hier {link}drücken{/enlace}', '{link}'],
    ['{#if a}A{:else}B{/if} c', '{:else}{#if a}A B{/if} c', '{:else}'],
  ])('%j does not allow the translation %j', (source, target, value) => {
    expect(verifyMessage(source, target, OPTIONS)).toContainEqual(
      expect.objectContaining({ severity: 'error', value: expect.stringContaining(value) }),
    );
  });
});
