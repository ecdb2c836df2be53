import { describe, expect, it } from 'vitest';
import { parseRendered } from '../rendering/render.ts';
import { sourceOf } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import { repairTokens } from './repair.ts';

function repair(source: string, answer: string, targetLocale: string): string {
  const tokens = tokenize(source, 'auto');
  const output = parseRendered(answer, tokens, 'named');
  return sourceOf(repairTokens(tokens, output, { sourceLocale: 'en', targetLocale }));
}

describe('spaces that an engine adds around a placeholder', () => {
  it.each([
    ['Ask @{user}', 'Frag @ {user}', 'Frag @{user}'],
    ['Issue #{id}', 'Fehler # {id}', 'Fehler #{id}'],
    ['Open "{name}" now', 'Öffne " {name} " jetzt', 'Öffne "{name}" jetzt'],
    ["Open '{name}'", "Öffne ' {name} '", "Öffne '{name}'"],
    ['Version v{version}', 'Version v {version}', 'Version v{version}'],
    ['Path /{path}', 'Pfad / {path}', 'Pfad /{path}'],
    ['Key={x} of it', 'Schlüssel= {x} davon', 'Schlüssel={x} davon'],
    ['Pages {first}-{last}', 'Seiten {first} - {last}', 'Seiten {first}-{last}'],
    ['Pages {first}/{last}', 'Seiten {first}\u00a0/ {last}', 'Seiten {first}/{last}'],
    ['Hi <b>{name}</b>!', 'Hallo <b> {name} </b>!', 'Hallo <b>{name}</b>!'],
    ['Hi {first}{last}', 'Hallo {first} {last}', 'Hallo {first}{last}'],
    ['Costs $%s', 'Kostet $ %s', 'Kostet $%s'],
  ])('disappear if the source has none: %s as %s', (source, answer, expected) => {
    expect(repair(source, answer, 'de')).toBe(expected);
  });

  it.each([
    ['it', '{n} % fatto', '{n}% fatto'],
    ['ja', '{n} % 完了', '{n}% 完了'],
    ['pt', '{n} % feito', '{n}% feito'],
    ['fr', '{n} % fait', '{n} % fait'],
    ['de', '{n} % fertig', '{n} % fertig'],
    ['sv', '{n}\u00a0% klart', '{n}\u00a0% klart'],
  ])(
    'stay before a percent sign only in languages with such a space: %s',
    (locale, answer, expected) => {
      expect(repair('{n}% done', answer, locale)).toBe(expected);
    },
  );

  it.each([
    ['Ask @{user}', 'Frag {user} @ Büro'],
    ['Size {n}px', 'Größe {n} Pixel'],
    ['Size {n}px', 'Größe {n} px'],
    ['Version v{version}', 'Version {version}'],
    ['Hi {name}!', 'Hallo, {name} ist da'],
    ['Pages {first}-{last}', 'Seiten {first} – {last}'],
  ])('stay if the translation has other text: %s as %s', (source, answer) => {
    expect(repair(source, `${answer}${/!$/.test(source) ? '!' : ''}`, 'de')).toContain(answer);
  });
});
