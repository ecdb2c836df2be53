import { expect, it } from 'vitest';
import { analyzeMessage } from '../analysis/analyze.ts';
import { parseRendered, renderSegment } from '../rendering/render.ts';
import { repairTokens } from '../repair/repair.ts';
import { maskText, unmaskInto } from '../token/mask.ts';
import { MESSAGE_FORMATS, type Rendering } from '../token/token.ts';
import { verifyMessage } from './verify-message.ts';
import { verifyTokens } from './verify-tokens.ts';

const RENDERINGS: Rendering[] = ['named', 'xml', 'html', 'superblank', 'sentinel'];

const repeat = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length));

const PIECES = [
  '{',
  '<a>',
  '%',
  '}',
  "'",
  "'{",
  '<',
  '>',
  '&',
  '&amp;',
  '`',
  '$t(',
  '{{',
  '[',
  '\\',
  ' ',
  '\n',
  'a\n',
  '{x}',
  '<b>x</b>',
  '<br>',
  '%s ',
  '{a, plural, ',
  'Hello. ',
  'x',
  '你好。',
  '🎉',
  '1.5 ',
  '\ud83d',
  '\0',
];
type MakeText = (length: number) => string;

const TEXTS: readonly MakeText[] = [
  ...PIECES.map((piece) => (length: number) => repeat(piece, length)),
  (length) => `${repeat('<b>', length * 0.6)}x${repeat('</b>', length * 0.8)}`,
  (length) =>
    `{n, plural, one {${repeat('# {x} ', length * 0.4)}} other {${repeat("it''s # ", length * 0.4)}}}`,
];

const LONG = 50_000;
const SHORT = 3_000;

it.each(
  TEXTS.map((make, index) => ({ start: JSON.stringify(make(1).slice(0, 12)), make, at: index })),
)(
  'a text of many $start is analyzed, rendered, repaired and verified in every format',
  ({ make, at }) => {
    for (const [index, format] of MESSAGE_FORMATS.entries()) {
      const text = make(index === at % MESSAGE_FORMATS.length ? LONG : SHORT);
      const options = { format, sourceLocale: 'en', targetLocale: 'ar' };
      const { leaves, assemble } = analyzeMessage(text, options);
      const rendering = RENDERINGS[index % RENDERINGS.length]!;
      const outputs = leaves.map(({ tokens }) => {
        const output = parseRendered(renderSegment(tokens, rendering), tokens, rendering);
        const repaired = repairTokens(tokens, output, options);
        verifyTokens(tokens, repaired, format, 'de');
        return output;
      });
      expect(assemble(outputs) === text || text.includes('plural')).toBe(true);
      verifyMessage(text, `${text}x`, options);
      maskText(text, format);
      unmaskInto(text, text, ` ${text}`, format);
    }
  },
);
