import { describe, expect, it } from 'vitest';
import type { MessageFormat } from '../token/token.ts';
import { verifyWithFixes } from './verify-with-fixes.ts';

function verify(format: MessageFormat, source: string, target: string) {
  const options = { format, sourceLocale: 'en', targetLocale: 'fr' };
  return verifyWithFixes(source, target, options).map(({ code, value, at, fix }) => {
    const range = at?.side === 'target' ? target.slice(at.start, at.end) : undefined;
    return [code, value, range, fix?.text];
  });
}

describe('the characters that a program reads as syntax', () => {
  it.each([
    ['dotnet', 'Hi {0}', 'Salut {0} {', '{'],
    ['dotnet', 'Hi {0}', 'Salut {{x}} {0}}', '}'],
    ['java', "It''s {0}", "Il y a {0} ''{", '{'],
  ] as const)('in %s, %j as %j has a single brace', (format, source, target, brace) => {
    expect(verify(format, source, target)).toEqual([
      ['placeholder_unknown', brace, brace, undefined],
    ]);
  });

  it.each([
    ['{0} is', "{0} c'est", "{0} c''est"],
    ['{0} is', "{0} c'est l'ami", "{0} c''est l''ami"],
    ['{0} is', "{0} c'est l'ami d'un", "{0} c''est l''ami d''un"],
    ['{0} is', "l''ami {0} c'", "l''ami {0} c''"],
    ["'{'{0} is", "'{'{0} c'est l''ami", "'{'{0} c''est l''ami"],
  ])('in Java, an apostrophe of %j as %j would be dropped', (source, target, fixed) => {
    expect(verify('java', source, target)).toEqual([['entity_changed', "'", "'", fixed]]);
  });

  it.each([
    ['java', 'It is', "C'est {"],
    ['java', "{0} isn't", "{0} n'est pas"],
    ['java', '{0} is', "{0} c''est }"],
    ['java', "'{'0} {0}", "{0} '{'0}"],
    ['dotnet', 'Hi', 'Salut {'],
    ['dotnet', 'Hi {0} }', 'Salut {0} }'],
    ['dotnet', 'Hi {{0}} {0,-10:C2}', 'Salut {{0}} {0,-10:C2}'],
    ['chrome', 'Hi $1', "Salut $1 { 'x"],
  ] as const)('in %s, %j as %j is correct or as in the source', (format, source, target) => {
    expect(verify(format, source, target)).toEqual([]);
  });
});
