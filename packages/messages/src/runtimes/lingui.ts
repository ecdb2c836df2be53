import { TYPE } from '@formatjs/icu-messageformat-parser';
import { findElementFaults, type Refusal } from './icu-faults.ts';
import type { Runtime } from './runtime.ts';

// Lingui hands the style to Intl.NumberFormat as it is (formats of @lingui/core).
const refusal: Refusal = (node, text) => {
  if (node.type !== TYPE.number && node.type !== TYPE.date && node.type !== TYPE.time) return null;
  const written = text.slice(node.location!.start.offset, node.location!.end.offset);
  return written.includes('::') ? `throws at the skeleton of ${written}` : null;
};

/** A brace that begins no argument (lexer of @messageformat/parser). */
const TEXT_BRACE = /\{(?!\{[^{}]*\}\}|\s*\})(?!\s*[^\p{Pattern_Syntax}\p{Pattern_White_Space}])/gu;

/**
 * Replaces signs that Lingui shows as text and FormatJS reads as syntax: braces without an argument, and
 * an apostrophe before a brace that no other apostrophe closes.
 */
function asText(text: string): string {
  if (!/['{]/.test(text)) return text;
  if (!/\{[^{}]*\}/.test(text)) return text.replace(/[{}]/g, '\u2019');
  return text.replace(/'(?=[{}])(?![^']*')/g, '\u2019').replace(TEXT_BRACE, '\u2019');
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
