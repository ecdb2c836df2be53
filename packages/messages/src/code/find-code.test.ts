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

describe('code of a known or unknown syntax', () => {
  it.each(KEPT)('stays unchanged around other words in %s: %s', (_, marked) => {
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
  it.each(checked)(
    'causes an error if a translation loses a part of the code, in %s: %s',
    (_, marked) => {
      const text = unmarked(marked);
      const tokens = tokenize(text, 'auto');
      for (const [at, token] of tokens.entries()) {
        if (token.type === 'text' || /^\s*$/.test(token.source)) continue;
        const others = tokens.filter((_, index) => index !== at);
        const without = others.map(({ source }) => source).join('');
        if (without.trim() !== '') expect(errorsOf(text, without)).not.toEqual([]);
      }
    },
  );

  it.each(REPORTED)('causes a finding for the unknown syntax of %s: %s', (_, text, part) => {
    expect(unknownIn(text)).toContain(part);
    expect(errorsOf(text, text)).toEqual([]);
  });

  it('prevents changes by pseudo-localization if the syntax is unknown', () => {
    for (const [, text] of REPORTED) {
      expect(pseudolocalizeMessage(text, { format: 'auto', locale: 'en' })).toBe(text);
    }
  });

  it('causes no finding in a project of the format plain', () => {
    for (const [, text] of REPORTED) {
      const { findings } = analyzeMessage(text, { ...OPTIONS, format: 'plain' });
      expect(findings).toEqual([]);
    }
  });
});

describe('a translation of code in an unknown syntax', () => {
  const fluent = '{ $n -> [one] One file *[other] {$n} files }';
  const mf2 = '.match $open\ntrue {{Open {$n}}}\n* {{Closed {$n}}}';
  it.each([
    [fluent, '{ $n -> [one] Eine Datei *[other] {$n} Dateien }'],
    [fluent, '{ $n -> [one] {$n} plik [few] {$n} pliki *[other] {$n} plików }'],
    ['{if open}Open{endif} it', '{falls offen}Öffnen{endif}'],
    [mf2, '.match $open\ntrue {{Offen {$n}}}\n* {{Zu {$n}}}'],
  ])('causes no error if it keeps the code: %j as %j', (source, target) => {
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
    [mf2, '.match $offen\ntrue {{Offen {$n}}}\n* {{Zu {$n}}}', '$open'],
    [mf2, '.match $open\ntrue {{Offen {$m}}}\n* {{Zu {$m}}}', '{$n}'],
    [mf2, '.match $open\ntrue {{Offen {$n}}}\nother {{Zu {$n}}}', '*'],
    ['Press {link}here{/link}', 'Hier {link}drücken{/enlace}', '{link}'],
    ['{#if a}A{:else}B{/if} c', '{:else}{#if a}A B{/if} c', '{:else}'],
  ])('causes an error if it changes the code: %j as %j', (source, target, value) => {
    expect(verifyMessage(source, target, OPTIONS)).toContainEqual(
      expect.objectContaining({ severity: 'error', value: expect.stringContaining(value) }),
    );
  });
});
