import { TYPE } from '@formatjs/icu-messageformat-parser';
import { findElementFaults, type Refusal } from './icu-faults.ts';
import type { Runtime } from './runtime.ts';

// Lingui hands the style to Intl.NumberFormat as it is (formats of @lingui/core).
const refusal: Refusal = (node, text) => {
  if (node.type !== TYPE.number && node.type !== TYPE.date && node.type !== TYPE.time) return null;
  const written = text.slice(node.location!.start.offset, node.location!.end.offset);
  return written.includes('::') ? `throws at the skeleton of ${written}` : null;
};

/**
 * Replaces signs that Lingui reads as text and FormatJS as syntax: an apostrophe before a brace that no
 * other apostrophe closes, and a brace at the end.
 */
const asText = (text: string): string =>
  /'|\{\s*$/.test(text)
    ? text.replace(/'(?=[{}])(?![^']*')/g, '\u2019').replace(/\{(?=\s*$)/, '\u2019')
    : text;

export const lingui: Runtime = {
  title: 'Lingui',
  versions: '6',
  format: 'icu',
  foundBy: { npm: ['@lingui/core', '@lingui/react'] },
  facts: {
    empty: 'the source text',
    missing: 'the source text, or the id',
    noValue: 'an empty text',
    forms: 'the category of `Intl.PluralRules`; an error without `other`',
  },
  asFormat: asText,
  findFaults: (text) => findElementFaults(text, refusal),
};
