import { expect, it } from 'vitest';
import { analyzeMessage } from './analyze.ts';
import { maskText, unmaskInto } from './mask.ts';
import { parseRendered, renderSegment } from './render.ts';
import { repairTokens } from './repair.ts';
import type { MessageFormat, Rendering } from './token.ts';
import { verifyMessage } from './verify-message.ts';
import { verifyTokens } from './verify-tokens.ts';

const FORMATS: MessageFormat[] = ['auto', 'icu', 'i18next', 'printf', 'ruby', 'plain'];
const RENDERINGS: Rendering[] = ['named', 'xml', 'html', 'superblank', 'sentinel'];

const repeat = (piece: string, length = 50_000): string =>
  piece.repeat(Math.ceil(length / piece.length));

const PIECES = [
  ...[
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
  ],
  ...[
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
  ],
];
const TEXTS: readonly string[] = [
  ...PIECES.map((piece) => repeat(piece)),
  `${repeat('<b>', 30_000)}x${repeat('</b>', 40_000)}`,
  `{n, plural, one {${repeat('# {x} ', 20_000)}} other {${repeat("it''s # ", 20_000)}}}`,
];

it.each(TEXTS.map((text) => [JSON.stringify(text.slice(0, 12)), text]))('%s…', (_, text) => {
  for (const format of FORMATS) {
    const from = performance.now();
    const options = { format, sourceLocale: 'en', targetLocale: 'ar' };
    const { leaves, assemble } = analyzeMessage(text, options);
    const rendering = RENDERINGS[FORMATS.indexOf(format) % RENDERINGS.length]!;
    const outputs = leaves.map(({ tokens }) => {
      const output = parseRendered(renderSegment(tokens, rendering), tokens, rendering);
      const repaired = repairTokens(tokens, output, options);
      verifyTokens(tokens, repaired, format);
      return output;
    });
    // Nothing has changed, and nothing here has plural forms: the text comes back.
    expect(assemble(outputs) === text || text.includes('plural')).toBe(true);
    verifyMessage(text, `${text}x`, options);
    maskText(text, format);
    unmaskInto(text, text, ` ${text}`, format);
    // All of it takes some hundred milliseconds at most; anything quadratic takes minutes.
    expect(performance.now() - from).toBeLessThan(5000);
  }
});
