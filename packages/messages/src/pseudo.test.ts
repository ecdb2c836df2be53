import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pseudolocalizeMessage } from './pseudo.ts';
import { argumentsOf } from './token/arguments.ts';
import type { MessageFormat } from './token/token.ts';
import { verifyMessage } from './verify/verify-message.ts';

const pseudo = (text: string, format: MessageFormat = 'auto'): string =>
  pseudolocalizeMessage(text, { format, locale: 'en' });

describe('a pseudo-localized message', () => {
  it.each([
    ['Save all files', '⟪Šååṽéé ååļļ ƒîîļééš⟫'],
    ['Hello {name}!', '⟪Ĥééļļöö {name}!~⟫'],
    ['<b>Bold</b> &amp; %s', '⟪<b>Ɓööļð</b> &amp; %s~~⟫'],
    [
      '{n, plural, one {# file} other {# files}}',
      '{n, plural, one {⟪# ƒîîļéé⟫} other {⟪# ƒîîļééš⟫}}',
    ],
    [':count files', '⟪:count ƒîîļééš⟫'],
    ['', ''],
  ])('changes only the words of %s', (text, expected) => {
    expect(pseudo(text)).toBe(expected);
  });

  it.each<[string, MessageFormat]>([
    [' :c ein Wort{%1$d', 'i18next'],
    ['Save {name', 'icu'],
  ])('equals the original text if changed letters would break the text: %s', (text, format) => {
    expect(pseudo(text, format)).toBe(text);
  });

  it('keeps the placeholders and the markup of any text', () => {
    const piece = fc.constantFrom(
      '{a}',
      '{{b}}',
      '%s',
      '%1$d',
      '<b>',
      '</b>',
      '<br/>',
      "'",
      "''",
      '{',
      '}',
      '&lt;',
      '#',
      'Save',
      ' ',
      'ein Wort',
      '{n, plural, one {# x} other {y {a}}}',
      '|',
      '\n',
      '⟪',
      ' :c ',
    );
    const format = fc.constantFrom<MessageFormat>(
      ...(['auto', 'icu', 'flutter', 'i18next', 'printf', 'ruby'] as const),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), format, (pieces, messageFormat) => {
        const text = pieces.join('');
        const changed = pseudo(text, messageFormat);
        const options = { format: messageFormat, sourceLocale: 'en', targetLocale: 'en' };
        const codes = (target: string) =>
          verifyMessage(text, target, options)
            .filter(({ severity }) => severity === 'error')
            .map(({ code }) => code);
        expect(codes(changed).filter((code) => !codes(text).includes(code))).toEqual([]);
        expect(argumentsOf(changed, messageFormat)).toEqual(argumentsOf(text, messageFormat));
      }),
    );
  });
});
