import { TYPE } from '@formatjs/icu-messageformat-parser';
import { findElementFaults, type Refusal } from './icu-faults.ts';
import type { Runtime } from './runtime.ts';

// Lingui passes the style to Intl.NumberFormat unchanged (formats of @lingui/core).
const refusal: Refusal = (node, text) => {
  if (node.type !== TYPE.number && node.type !== TYPE.date && node.type !== TYPE.time) return null;
  const written = text.slice(node.location!.start.offset, node.location!.end.offset);
  return written.includes('::') ? `throws at the skeleton of ${written}` : null;
};

/** Matches the beginning of an argument (lexer of @messageformat/parser). */
const ARGUMENT = /\{\s*[^\p{Pattern_Syntax}\p{Pattern_White_Space}]/uy;

/**
 * Replaces characters that Lingui treats as text and FormatJS as syntax: braces without an
 * argument, and an unclosed apostrophe before a brace.
 */
function asText(text: string): string {
  if (!/['{]/.test(text)) return text;
  if (!/\{[^{}]*\}/.test(text)) return text.replace(/[{}]/g, '\u2019');
  const quoted = text.replace(/'(?=[{}])(?![^']*')/g, '\u2019');
  let depth = 0;
  return quoted.replace(/[{}]/g, (brace, at: number) => {
    if (brace === '}') depth = Math.max(0, depth - 1);
    else {
      ARGUMENT.lastIndex = at;
      const isText =
        depth === 0 &&
        !ARGUMENT.test(quoted) &&
        !/^\{(?:\{[^{}]*\}|\s*)\}/.test(quoted.slice(at, at + 200));
      if (isText) return '\u2019';
      depth++;
    }
    return brace;
  });
}

export const lingui: Runtime = {
  title: 'Lingui',
  versions: '6',
  format: 'icu',
  foundBy: { npm: ['@lingui/core', '@lingui/react'] },
  finds:
    'a number or date with a skeleton, at which it throws. A brace without an argument is text.',
  facts: {
    empty: 'the source text',
    missing: 'the source text, or the id',
    noValue: 'an empty text',
    forms: 'the category of `Intl.PluralRules`; an error without `other`',
  },
  asFormat: asText,
  findFaults: (text) => findElementFaults(text, refusal),
};
