import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { parseIcu } from './icu.ts';
import { decodeIcu, encodeIcu } from './icu-quote.ts';

const text = fc.string({
  unit: fc.constantFrom("'", '{', '}', '#', '<', '>', 'a', ' ', '/'),
  maxLength: 12,
});

it('encoded text is read back unchanged at every position', () => {
  fc.assert(
    fc.property(
      text,
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (words, inPlural, doublesApostrophes, quotesAngle) => {
        const raw = encodeIcu(words, {
          nested: inPlural,
          inPlural,
          doublesApostrophes,
          quotesAngle,
          quotes: true,
        });
        expect(decodeIcu(raw, inPlural).text).toBe(words);
        const message = inPlural ? `{n, plural, other {${raw}{x}}}` : `${raw}{x}`;
        const nodes = parseIcu(message);
        if (nodes instanceof Error) throw nodes;
        const top = nodes[0]!;
        const inner = top.type === 'selector' ? top.options.get('other')! : nodes;
        const literal = inner[0]!.type === 'literal' ? inner[0]!.raw : '';
        expect(decodeIcu(literal, inPlural).text).toBe(words);
        expect(inner.at(-1)).toMatchObject({ type: 'argument', name: 'x' });
      },
    ),
    { numRuns: testRuns(400) },
  );
});

it('encodeIcu keeps an apostrophe between letters, and quotes braces and `#`', () => {
  const spelling = {
    nested: true,
    inPlural: true,
    doublesApostrophes: false,
    quotesAngle: false,
    quotes: true,
  };
  expect(encodeIcu("l'élément n° 1", spelling)).toBe("l'élément n° 1");
  expect(encodeIcu("l'", spelling)).toBe("l''");
  expect(encodeIcu('a {b} #1', spelling)).toBe("a '{'b'}' '#'1");
});
