import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeMessage } from '../analysis/analyze.ts';
import { pseudolocalizeMessage } from '../pseudo.ts';
import { argumentsOf } from '../token/arguments.ts';
import { type MessageFormat, sourceOf, type TextToken, textToken } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import { verifyMessage } from '../verify/verify-message.ts';

const FORMATS = ['java', 'dotnet', 'chrome'] as const satisfies readonly MessageFormat[];

const partsOf = (text: string, format: MessageFormat): string[] =>
  tokenize(text, format).map((token) => (token.type === 'text' ? token.text : `<${token.source}>`));

/** Returns the message with changed words, as an engine would. */
function translate(text: string, format: MessageFormat, change: (words: string) => string): string {
  const options = { format, sourceLocale: 'en', targetLocale: 'fr' };
  const { leaves, assemble } = analyzeMessage(text, options);
  return assemble(
    leaves.map(({ tokens }) =>
      tokens.map((token) => (token.type === 'text' ? textToken(change(token.text)) : token)),
    ),
  );
}

const codesOf = (source: string, target: string, format: MessageFormat): string[] =>
  verifyMessage(source, target, { format, sourceLocale: 'en', targetLocale: 'fr' }).map(
    ({ code }) => code,
  );

describe('the parser of Java, .NET and Chrome messages', () => {
  it.each([
    ['java', "It''s {0}", ["It's ", '<{0}>']],
    ['java', "It's", ["It's"]],
    ['java', "It''s", ["It's"]],
    ['java', "'{'0} is {0,number,#.##}", ['{0} is ', '<{0,number,#.##}>']],
    ['java', "it''s '{'0'}'", ["it's {0}"]],
    ['java', "a 'b {1} c' {0}", ['a b {1} c ', '<{0}>']],
    ['java', "{0} isn't {1}", ['<{0}>', ' isnt {1}']],
    ['java', '{0,choice,0#none|1<{0} files} left', ['<{0,choice,0#none|1<{0} files}>', ' left']],
    ['dotnet', '{{0}} {0,-10:C2} {name}', ['{0} ', '<{0,-10:C2}>', ' ', '<{name}>']],
    ['dotnet', '{{{0}}}', ['{', '<{0}>', '}']],
    ['chrome', '$USER$ pays $$5 of $1', ['<$USER$>', ' pays $5 of ', '<$1>']],
    ['chrome', '$$NAME$ $$$a$ $$5 $$', ['$', '<$NAME$>', ' $', '<$a$>', ' $5 $']],
    ['chrome', '$10, $$10 and $0', ['<$1>', '0, $10 and $0']],
    ['chrome', 'a$$$b, 50$ and $', ['a$$b, 50$ and $']],
    ['chrome', 'Mix {name} with $a@b_9$', ['Mix ', '<{name}>', ' with ', '<$a@b_9$>']],
  ] as const)('given the format %s, reads %j', (format, text, parts) => {
    expect(partsOf(text, format)).toEqual(parts);
  });

  it.each([
    ['java', '{0} is here', "l'{", "{0}l'''{'"],
    ['java', "It''s {0}", "C' ", "C'' {0}"],
    ['java', "It''s", "C'est", "C''est"],
    ['java', 'It is', "C'est {", "C'est {"],
    ['java', "'{0}' x", "C'est {0}", "C''est '{'0'}'"],
    ['dotnet', 'Hi {0}', 'a {b} ', 'a {{b}} {0}'],
    ['dotnet', 'Hi', 'a {b}', 'a {b}'],
    ['chrome', 'Pay $1', '5$ $$ a ', '5$$ $$$ a $1'],
  ] as const)('given the format %s, escapes the words of %j', (format, text, words, expected) => {
    expect(translate(text, format, () => words)).toBe(expected);
  });

  it('reads back any words that it writes, next to an argument', () => {
    const words = fc
      .array(fc.constantFrom("'", '{', '}', '$', 'a', ' ', '0', 'é'), {
        minLength: 1,
        maxLength: 8,
      })
      .map((pieces) => `a${pieces.join('')}a`);
    const argument = { java: '{0}', dotnet: '{0}', chrome: '$1' } as const;
    fc.assert(
      fc.property(words, fc.constantFrom(...FORMATS), (text, format) => {
        const source = `Word ${argument[format]}`;
        const written = translate(source, format, () => `${text} `);
        fc.pre(format !== 'chrome' || !/\$[\w@]*\$|[{}]/.test(text));
        const tokens = tokenize(written, format);
        expect(sourceOf(tokens)).toBe(written);
        const [first, ...rest] = tokens as [TextToken];
        expect(first.text).toBe(`${text} `);
        expect(sourceOf(rest)).toBe(argument[format]);
      }),
    );
  });

  it('keeps a message byte for byte if its words do not change', () => {
    for (const [format, text] of [
      ['java', "It''s '{'{0}'}'"],
      ['dotnet', '{{{0:N2}}} {{x}}'],
      ['chrome', '$$5 $NAME$ 5$'],
    ] as const) {
      expect(translate(text, format, (words) => words)).toBe(text);
    }
  });

  it('finds arguments that a translation lost or added', () => {
    expect(codesOf("It''s {0} of {1}", "C''est {0} de {1}", 'java')).toEqual([]);
    expect(codesOf("It''s {0}", "C'est {0}", 'java')).toEqual(['placeholder_missing']);
    expect(codesOf('{0:N2} files', '{1:N2} fichiers', 'dotnet')).toContain('placeholder_missing');
    expect(codesOf('{0:N2} files', '{0:N2} fichiers', 'dotnet')).toEqual([]);
    expect(codesOf('$USER$ is here', '$user$ est ici', 'chrome')).toEqual([]);
    expect(codesOf('$USER$ is here', '$1 est ici', 'chrome').sort()).toEqual([
      'placeholder_missing',
      'placeholder_unknown',
    ]);
  });

  it('lists the arguments of a message', () => {
    expect([...argumentsOf("{1} '{9}' {0,number}", 'java').named.keys()]).toEqual(['1', '0']);
    expect([...argumentsOf('{0:N2} {name}', 'dotnet').named.keys()]).toEqual(['0', 'name']);
    expect(argumentsOf('$user$ $2', 'chrome')).toMatchObject({ positional: 2 });
  });

  it('keeps the arguments in a pseudo-localized message', () => {
    for (const [format, text, kept] of [
      ['java', "Don''t touch {0,number,#.##}", '{0,number,#.##}'],
      ['dotnet', 'Cost: {0,-10:C2}', '{0,-10:C2}'],
      ['chrome', 'Cost: $PRICE$', '$PRICE$'],
    ] as const) {
      const pseudo = pseudolocalizeMessage(text, { format, locale: 'en' });
      expect(pseudo).toContain(kept);
      expect(codesOf(text, pseudo, format)).toEqual([]);
    }
  });
});
