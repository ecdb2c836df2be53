import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { analyzeMessage } from '../analysis/analyze.ts';
import { tokenizeLine } from '../form/line-text.ts';
import { linePaths, printForm, readForm, setLine } from '../form/message-form.ts';
import { pseudolocalizeMessage } from '../pseudo.ts';
import { argumentsOf } from '../token/arguments.ts';
import { maskText } from '../token/mask.ts';
import { type MessageFormat, sourceOf, textToken } from '../token/token.ts';
import { verifyMessage } from '../verify/verify-message.ts';
import { type IcuNode, parseIcu } from './icu.ts';

const FORMAT: MessageFormat = 'flutter';
const LANGUAGES = { format: FORMAT, sourceLocale: 'fr', targetLocale: 'fr' } as const;

const words = fc.array(fc.constantFrom("'", "''", 'l', 'à la', ' ', '{name}', "'{name}'", '&lt;'), {
  maxLength: 5,
});
const plain = words.map((parts) => parts.join(''));
const message = fc
  .array(
    fc.oneof(
      plain,
      plain.map((text) => `{n, plural, one {${text}} many {${text}} other {${text}'}}`),
      plain.map((text) => `{g, select, male {'${text}} other {${text}}}`),
      fc.constant("{when, date, d 'h' '}"),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(''));

const translate = (text: string, change: (text: string) => string): string => {
  const { leaves, assemble } = analyzeMessage(text, LANGUAGES);
  return assemble(
    leaves.map(({ tokens }) =>
      tokens.map((token) => (token.type === 'text' ? textToken(change(token.text)) : token)),
    ),
  );
};

const codesOf = (source: string, target: string): string[] =>
  verifyMessage(source, target, LANGUAGES).map(({ code }) => code);

function syntaxOf(nodes: readonly IcuNode[] | Error): unknown {
  if (nodes instanceof Error) throw nodes;
  return nodes.flatMap((node): unknown[] => {
    if (node.type === 'argument') return [node.name, node.format, node.raw.replaceAll("'", '')];
    if (node.type !== 'selector') return [];
    return [node.dimension, [...node.options].map(([key, inner]) => [key, syntaxOf(inner)])];
  });
}

describe('the parser of Flutter messages', () => {
  it('finds the same placeholders as the ICU parser in a message with two apostrophes in place of one', () => {
    fc.assert(
      fc.property(message, (text) => {
        const twice = text.replaceAll("'", "''");
        expect(syntaxOf(parseIcu(text, FORMAT))).toEqual(syntaxOf(parseIcu(twice)));
        expect(argumentsOf(text, FORMAT)).toEqual(argumentsOf(twice, 'icu'));
      }),
      { numRuns: testRuns(400) },
    );
  });

  it('keeps the placeholders and apostrophes of any text in translations and forms', () => {
    fc.assert(
      fc.property(message, (text) => {
        expect(translate(text, (own) => own)).toBe(text);
        const changed = translate(text, (own) => `l'${own}'`);
        expect(argumentsOf(changed, FORMAT)).toEqual(argumentsOf(text, FORMAT));
        const pseudo = pseudolocalizeMessage(text, { format: FORMAT, locale: 'fr' });
        expect(argumentsOf(pseudo, FORMAT)).toEqual(argumentsOf(text, FORMAT));
        expect(codesOf(text, pseudo)).not.toContain('placeholder_missing');
        const form = readForm(text, FORMAT);
        if (form === null) return;
        expect(printForm(form)).toBe(text);
        const written = printForm(setLine(form, linePaths(form)[0]!, "l'{name}'"));
        expect(parseIcu(written, FORMAT)).not.toBeInstanceOf(Error);
      }),
      { numRuns: testRuns(400) },
    );
  });

  it('reports a placeholder after an apostrophe if the translation loses or renames the placeholder', () => {
    expect(codesOf("l'{name}", 'le nom')).toContain('placeholder_missing');
    expect(codesOf("l'{name}", "d'{name}")).toEqual([]);
    expect(codesOf("l'{name}", "d'{nom}")).toContain('placeholder_unknown');
    const source = "{n, plural, one {l'{name}} many {l'{name}} other {l'{name}}}";
    expect(codesOf(source, source.replace("l'{name}", 'nom'))).toContain('placeholder_missing');
  });

  it('keeps a placeholder after an apostrophe in a pseudo translation', () => {
    expect(pseudolocalizeMessage("l'{name}'s", { format: FORMAT, locale: 'fr' })).toMatch(
      /^⟪ļ'\{name\}'š~*⟫$/,
    );
  });

  it('treats `#` and apostrophes as text', () => {
    const text = "n° #1 '{n, plural, one {'#'} other {#}}";
    expect(argumentsOf(text, FORMAT)).toEqual(argumentsOf('{n, plural, other {}}', FORMAT));
    const said = translate('{n, plural, one {x} many {x} other {x}}', () => "#'");
    expect(said).toBe("{n, plural, one {#'} many {#'} other {#'}}");
    const place = { dimensions: [], keys: [] };
    const tokens = tokenizeLine("l'{name}' {", place, FORMAT);
    expect(sourceOf(tokens)).toBe("l'{name}' {");
    expect(tokens.map(({ source }) => source)).toContain('{name}');
    expect(maskText("l'{name}", FORMAT)).toBe(maskText("l'{nom}", FORMAT));
  });

  it('never moves a closing brace into an option', () => {
    const text = '} {n, plural, one {x} many {x} other {x}}';
    const changed = translate(text, (own) => own.replace('x', 'y'));
    expect(changed).toBe('} {n, plural, one {y} many {y} other {y}}');
    expect(readForm(text, FORMAT)).toBeNull();
  });
});

describe('the parser of Flutter messages with relax-syntax', () => {
  const relaxed = { ...LANGUAGES, format: 'flutter_relaxed' } as const;
  type Written = readonly [text: string, strict: string];
  const same = (text: string): Written => [text, text];
  const lone = fc
    .constantFrom('{ - ', '{} ', '{a b} ', '{é} ', '{{- ', '{,} ')
    .map((text): Written => [text, text.replace(/[{}]/g, '')]);
  const opening = fc.constantFrom('{ - ', '{{- ', '{a b - ').map((text): Written => [text, '']);
  const join = (parts: readonly Written[], wrap: (text: string) => string): Written => [
    wrap(parts.map(([text]) => text).join('- ')),
    wrap(parts.map(([, strict]) => strict).join('- ')),
  ];
  const option = fc
    .array(fc.oneof(opening, plain.map(same)), { maxLength: 4 })
    .map((parts) => join(parts, (text) => `{n, plural, one {x} many {x} other {- ${text} -}}`));
  const text = fc
    .array(fc.oneof(lone, plain.map(same), option, fc.constant<Written>(['} ', ''])), {
      maxLength: 5,
    })
    .map((parts) => join(parts, (own) => `- ${own}`));

  it('finds the arguments of a message, and treats other braces as text', () => {
    fc.assert(
      fc.property(text, ([own, strict]) => {
        expect(syntaxOf(parseIcu(own, relaxed.format))).toEqual(syntaxOf(parseIcu(strict, FORMAT)));
        expect(verifyMessage(own, own, relaxed)).toEqual([]);
        const { leaves, assemble } = analyzeMessage(own, relaxed);
        expect(assemble(leaves.map(({ tokens }) => tokens))).toBe(own);
        expect(verifyMessage(own, own.replaceAll('{name}', ''), relaxed).length > 0).toBe(
          own.includes('{name}'),
        );
      }),
      { numRuns: testRuns(400) },
    );
  });

  it('rejects incomplete arguments, as the strict parser rejects literal braces', () => {
    for (const open of ['{n, plural, other {x}', '{n, plural', '{n, plural, one {x}}']) {
      expect(parseIcu(open, relaxed.format)).toBeInstanceOf(Error);
    }
    expect(parseIcu('{ - {name} }', FORMAT)).toBeInstanceOf(Error);
  });
});
