import fc from 'fast-check';
import { parseMessage, validate } from 'messageformat';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { anyMf2 } from '../../test/any-mf2.ts';
import type { Mf2Message, Mf2Part } from './mf2-message.ts';
import { parseMf2 } from './parse-mf2.ts';

/** Returns the data model of the library in the shape of {@link shapeOf}. Null if it rejects the text. */
function readByLibrary(text: string) {
  try {
    const message = parseMessage(text);
    let isValid = true;
    validate(message, () => {
      isValid = false;
    });
    if (!isValid) return null;
    const declarations = message.declarations.map(({ type, name, value }) => [type, name, value]);
    const shapeOfPattern = (pattern: ReturnType<typeof patternsOf>[number]) =>
      pattern.map((part) =>
        typeof part === 'string'
          ? 'text'
          : part.type === 'markup'
            ? `${part.kind} ${part.name}`
            : 'expression',
      );
    const patternsOf = (one: typeof message) =>
      one.type === 'message' ? [one.pattern] : one.variants.map(({ value }) => value);
    return {
      declared: declarations.map(([type, name]) => `${type} ${name}`),
      selectors: message.type === 'select' ? message.selectors.map(({ name }) => name) : [],
      keys:
        message.type === 'select'
          ? message.variants.map(({ keys }) =>
              keys.map((key) => (key.type === '*' ? null : key.value)),
            )
          : [[]],
      patterns: patternsOf(message).map(shapeOfPattern),
    };
  } catch {
    return null;
  }
}

const shapeOfPart = (part: Mf2Part): string => {
  if (part.type !== 'markup') return part.type;
  return `${{ open: 'open', close: 'close', void: 'standalone' }[part.role]} ${part.name}`;
};

const shapeOf = ({ declarations, selectors, variants }: Mf2Message) => ({
  declared: declarations.map(({ type, name }) => `${type} ${name}`),
  selectors: selectors.map(({ name }) => name),
  keys: variants.map(({ keys }) => keys),
  patterns: variants.map(({ pattern }) => pattern.parts.map(shapeOfPart)),
});

const readByUs = (text: string) => {
  const message = parseMf2(text);
  return message instanceof Error ? null : shapeOf(message);
};

/** A message with a few characters that were inserted, removed or replaced. */
const anyDamaged = fc
  .tuple(
    anyMf2,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(2),
        fc.constantFrom(
          ...'{}|\\$:@=.*#/ \n\t',
          '{{',
          '}}',
          '.match',
          '\u200e',
          '\u3000',
          'é',
          '1',
          'a',
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((edited, [place, removed, inserted]) => {
      const at = place % (edited.length + 1);
      return edited.slice(0, at) + inserted + edited.slice(at + removed);
    }, text),
  );

describe('parseMf2', () => {
  it('reads every message as the library messageformat does', () => {
    fc.assert(
      fc.property(anyMf2, (text) => {
        const expected = readByLibrary(text);
        expect(expected).not.toBeNull();
        expect(readByUs(text)).toEqual(expected);
      }),
      { numRuns: testRuns(300) },
    );
  });

  it('accepts and rejects damaged messages as the library messageformat does', () => {
    fc.assert(
      fc.property(anyDamaged, (text) => {
        // The library accepts several direction marks at the ends of a name, and the grammar only one.
        fc.pre(!/[\u061c\u200e\u200f\u2066-\u2069]{2}/.test(text));
        expect(readByUs(text)).toEqual(readByLibrary(text));
      }),
      { numRuns: testRuns(1000) },
    );
  });

  it('covers the text with ranges that slice back to its patterns', () => {
    const text = '.input {$n :number}\n.match $n\none {{{$n} file}}\n* {{{$n} files}}';
    const message = parseMf2(text) as Mf2Message;
    const slices = message.variants.map(({ pattern }) => text.slice(pattern.start, pattern.end));
    expect(slices).toEqual(['{$n} file', '{$n} files']);
    expect(text.slice(message.variants[0]!.start, message.variants[0]!.end)).toBe(
      'one {{{$n} file}}',
    );
  });

  it.each([
    ['Hello {$name', 'mf2_syntax', { start: 11, end: 12 }],
    ['.input {$n :number} .match $n one {{A}}', 'mf2_fallback', { start: 30, end: 39 }],
    ['.input {$n :number} .match $n * * {{A}}', 'mf2_keys', { start: 30, end: 31 }],
    ['.match $n * {{A}}', 'mf2_selector', { start: 7, end: 9 }],
    ['.input {$n :number} .match $n * {{A}} * {{B}}', 'mf2_variant', { start: 38, end: 42 }],
    ['.input {$n :number} .local $n = {1} {{A}}', 'mf2_declaration', { start: 20, end: 35 }],
    ['{$n :number a=1 a=2}', 'mf2_option', { start: 16, end: 17 }],
    ['{$n @a=1 @a=2}', 'mf2_option', { start: 9, end: 10 }],
  ] as const)('reports the reason and the range of the fault in %s', (text, reason, at) => {
    expect(parseMf2(text)).toMatchObject({ params: { reason }, at });
  });
});
