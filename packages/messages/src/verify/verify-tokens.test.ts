import { describe, expect, it } from 'vitest';
import { parseRendered } from '../rendering/render.ts';
import { type MessageFormat, type Token, textToken } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import { verifyTokens } from './verify-tokens.ts';

const codes = (source: string, body: string): string[] => {
  const tokens = tokenize(source, 'auto');
  return verifyTokens(tokens, parseRendered(body, tokens, 'xml'), 'auto', 'de').map(
    ({ code }) => code,
  );
};

describe('verifyTokens with a complete answer', () => {
  it.each([
    ['Hi {name}, you have %d', 'Tienes <x id="1"/>, <x id="0"/>'],
    ['<b>x <i>y</i></b> z', 'z <g id="0">x <g id="1">y</g></g>'],
    ['x', 'y'],
    [
      '请输入您的电子邮件地址以重置密码。'.repeat(20),
      'Bitte geben Sie Ihre E-Mail-Adresse ein, um Ihr Passwort zurückzusetzen. '.repeat(20),
    ],
    ['你好', 'Hello to all of you, dear friends and guests'],
  ])('finds nothing in the answer for %s', (source, body) => {
    expect(codes(source, body)).toEqual([]);
  });
});

describe('verifyTokens with a broken answer', () => {
  it.each([
    ['Hi {name}', 'Hola', ['placeholder_missing']],
    ['Hi {name}', 'Hola <x id="0"/> <x id="0"/>', ['placeholder_duplicated']],
    ['Hi {name}', 'Hola <x id="0"/> <x id="4"/>', ['leaked_marker']],
    ['%s by %s', '<x id="1"/> de <x id="0"/>', ['placeholder_order']],
    ['{{#if x}}a{{/if}} b', '<x id="1"/>a<x id="0"/> b', ['placeholder_order']],
    ['{% if x %}a{% endif %} b', '<x id="1"/>a<x id="0"/> b', ['placeholder_order']],
    ['[a](/x) b', '</g>a<g id="0"> b', ['tag_unbalanced']],
    ['a<br/>b', 'ab', ['tag_missing']],
    ['a<br/>b', 'a<x id="0"/>b<x id="0"/>', ['tag_extra']],
    ['<b>x</b> y', 'x y', ['tag_missing']],
    ['<b>x</b> y', '<g id="0">x</g> <g id="0">y</g>', ['tag_extra']],
    ['<b>x</b> y', '<g id="0">x y', ['tag_unbalanced']],
    ['<b>x <i>y</i></b> z', '<g id="0">x</g> <g id="1">y</g> z', ['tag_unbalanced']],
    ['Delete {name}', '<x id="0"/>!', ['empty']],
    ['Delete', '', ['empty']],
    ['Hi', 'la '.repeat(30), ['too_long']],
    ['你好', 'la '.repeat(30), ['too_long']],
    ['Hi', 'Hola &lt;x id="0"/&gt;', ['leaked_marker']],
    ['Hi there', 'Hola\nallí', ['line_breaks']],
    ['Hi {name}', 'Hola\0 {x\0}', ['leaked_marker']],
    ['Hi', 'Hola \ud83d', ['leaked_marker']],
    ['Hi', 'Hola \u0008', ['leaked_marker']],
  ])('finds the faults of %s -> %s', (source, body, expected) => {
    expect(codes(source, body)).toEqual(expected);
  });

  it.each<[MessageFormat, string, string, string[]]>([
    ['plain', 'Save {name}', 'Šåṽé {ñåɱé}', []],
    ['plain', 'Save {{name}} for %s', 'Šåṽé {{ñåɱé}} ƒöŕ %d', []],
    ['i18next', 'Save 10%', 'Šåṽé %d', []],
    ['auto', 'Save {0 things} 10%', 'Šåṽé {0} %d', ['placeholder_unknown']],
  ])(
    'given the format %s, finds only placeholders of this format: %s',
    (format, text, answer, expected) => {
      const found = verifyTokens(tokenize(text, format), [textToken(answer)], format, 'de');
      expect([...new Set(found.map(({ code }) => code))]).toEqual(expected);
    },
  );

  it('reports a placeholder of another message', () => {
    const output: Token[] = [textToken('x '), ...tokenize('{other}', 'auto')];
    expect(
      verifyTokens(tokenize('x {name}', 'auto'), output, 'auto', 'de').map(({ code }) => code),
    ).toEqual(['placeholder_unknown', 'placeholder_missing']);
  });

  it('reports a missing term, unless the answer contains its translation', () => {
    const source: Token[] = [
      textToken('Open the '),
      { type: 'term', id: 0, source: 'draft', text: 'draft', target: 'borrador', termId: 't' },
    ];
    const check = (text: string) =>
      verifyTokens(source, [textToken(text)], 'auto', 'de').map(({ code }) => code);
    expect(check('Abra el proyecto')).toEqual(['glossary_term']);
    expect(check('Abra los borradores')).toEqual([]);
    expect(verifyTokens(source, [textToken('Abra el '), source[1]!], 'auto', 'de')).toEqual([]);
  });
});
