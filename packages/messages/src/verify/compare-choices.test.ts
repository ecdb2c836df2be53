import { describe, expect, it } from 'vitest';
import { readChoice } from '../syntax/java-choice.ts';
import { verifyWithFixes } from './verify-with-fixes.ts';

const verify = (source: string, target: string, targetLocale = 'fr') =>
  verifyWithFixes(source, target, { format: 'java', sourceLocale: 'en', targetLocale });
const codes = (source: string, target: string, targetLocale?: string) =>
  verify(source, target, targetLocale).map(({ code, value }) => `${code} ${value}`);

const SOURCE = '{0,choice,0#none|1#one|1<many}';
const SHOWN = '{0,choice,0#none|1#one|1<{0} of {1}}';

describe('the branches of a Java choice', () => {
  // Verified with OpenJDK 17: the pattern, and its output for 0. Null if the constructor or `format` throws before the
  // text is parsed again.
  it.each([
    ['{0,choice,0#no|1#one}', 'no'],
    ["{0,choice,0#it''s {0}|1#x}", "it's {0}"],
    ["{0,choice,0#it''''s {0}|1#x}", "it''s {0}"],
    ["{0,choice,0#'{'x'}'|1#x}", '{x}'],
    ["{0,choice,0#'{0}'|1#x}", '{0}'],
    ["{0,choice,0#l'un|1#d'autre}", 'lun|1#dautre'],
    ["{0,choice,0#'|'a|1#x}", '|a'],
    ['{0,choice,0#no|1}', 'no'],
    ['{0,choice,-1#a|0≤b|1#x}', 'a'],
    ['{0,choice, 0#a| 1#x}', 'a'],
    ['{0,choice,1#a|0#b}', null],
    ['{0,choice,0#a|0#b}', null],
    ['{0,choice,a#b}', null],
    ['{0,choice,#x}', null],
    ['{0,choice,}', null],
    ['{0,choice,0#a#b|1#c<d}', null],
    ['{0,choice,0#a {b|1#x}', null],
    ["{0,choice,0#pas d'un|1#un}", null],
  ])('have the text that Java shows: %s', (source, first) => {
    expect(readChoice(source)?.branches?.[0]?.text ?? null).toBe(first);
  });

  it.each([
    [SOURCE, '{0,choice,0#aucun|1#un|1<beaucoup}'],
    [SOURCE, "{0,choice,0#pas d''un|1#l''un|1<beaucoup}"],
    [SOURCE, '{0,choice,0#aucun|1#un|1<plusieurs|5#beaucoup}'],
    [SHOWN, "{0,choice,0#rien|1#l''un|1<{0} d''''entre {1}}"],
    [SHOWN, '{0,choice,0#{0}|1#{0} x|1<{0} de {1}}'],
    ["{0,choice,0#'{'|1#x}", "{0,choice,0#'{'|1#y}"],
  ])('cause no finding: %s as %s', (source, target) => {
    expect(codes(source, target)).toEqual([]);
  });

  it.each([
    ["{0,choice,0#pas d'un|1#un|1<beaucoup}", 'argument_style {0,choice}'],
    ["{0,choice,0#l'un|1#d'autre|1<x}", 'argument_style {0,choice}'],
    ["{0,choice,0#l'un d'autre|1#y|1<x}", "entity_changed '"],
  ])('get a fix with two apostrophes in place of one: %s', (target, found) => {
    expect(codes(SOURCE, target)).toEqual([found]);
    const [{ fix, at }] = verify(SOURCE, target) as [ReturnType<typeof verify>[number]];
    expect(fix?.text).toBe(target.replaceAll("'", "''"));
    expect(at).toEqual({ start: 0, end: target.length, side: 'target' });
    expect(codes(SOURCE, fix!.text)).toEqual([]);
  });

  it('get a fix with four apostrophes if Java parses the branch twice', () => {
    const target = "{0,choice,0#aucun|1#un|1<{0} d'entre {1}}";
    expect(verify(SHOWN, target).map(({ fix }) => fix?.text)).toContain(
      target.replace("'", "''''"),
    );
    const twice = "{0,choice,0#aucun|1#un|1<{0} d''entre {1}}";
    expect(codes(SHOWN, twice)).toContain('placeholder_missing {1}');
  });

  it('must have the limits of the source, unless the language has one form', () => {
    expect(codes(SOURCE, '{0,choice,0#aucun|2#deux}')).toEqual(['argument_style {0,choice}']);
    expect(codes(SHOWN, '{0,choice,0#なし|1#{0} {1}}', 'ja')).toEqual([]);
  });

  it('must have the arguments of the source', () => {
    expect(codes(SHOWN, '{0,choice,0#rien|1#un|1<{0}}')).toEqual(['placeholder_missing {1}']);
    expect(codes(SHOWN, '{0,choice,0#rien|1#un|1<{0} {2}}')).toEqual([
      'placeholder_missing {1}',
      'placeholder_unknown {2}',
    ]);
    expect(codes(SHOWN, "{0,choice,0#rien|1#'{'x'}'|1<{0} {1}}")).toEqual([
      'placeholder_unknown {x}',
    ]);
    expect(codes(SHOWN, "{0,choice,0#rien|1#'{3}'|1<{0} {1}}")).toEqual([
      'placeholder_unknown {3}',
    ]);
  });
});

it('hostile choices are compared within the time limit of a test', () => {
  for (const unit of ["'", '|', '#', '{', '}', '1#a|', "1<a'|"]) {
    const choice = `{0,choice,${unit.repeat(50_000 / unit.length)}}`;
    verify(SOURCE, choice);
    verify(choice, choice);
  }
  const limits = Array.from({ length: 5_000 }, (_, index) => `${index}#x{0}`).join('|');
  verify(`{0,choice,${limits}}`, `{0,choice,${limits.replaceAll('#', '<')}}`);
});
