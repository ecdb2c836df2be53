import {
  type Analysis,
  analyzeMessage,
  type Leaf,
  type MessageTerm,
  type PlaceholderToken,
  pluralSamples,
  type Token,
} from '@parlance/messages';
import type { SegmentContext } from '../../providers/mt/engine.ts';
import type { Phrase } from './phrase.ts';
import type { SourceString, StringOptions } from './source-string.ts';

/** A string as an engine is to get it. */
export interface AnalyzedString {
  readonly analysis: Analysis;
  /** What each leaf is: known already, or the phrase that has to be translated. */
  readonly leaves: readonly ({ readonly known: readonly Token[] } | { readonly phrase: Phrase })[];
  /** What is wrong with the text itself; null where nothing is. */
  readonly fault: string | null;
}

/** Takes a string apart for an engine. */
export function analyzeString(
  string: SourceString,
  terms: readonly MessageTerm[],
  options: StringOptions,
): AnalyzedString {
  const analysis = analyzeMessage(string.text, {
    format: options.messageFormat,
    sourceLocale: options.sourceLocale,
    targetLocale: options.targetLocale,
    terms,
  });
  const fault = analysis.findings.find(({ severity }) => severity === 'error')?.detail ?? null;
  const sample = sampleOf(string, options.targetLocale);
  const count = sample === null ? null : findCount(analysis.leaves);
  const leaves = analysis.leaves.map((leaf) => {
    const known = knownTokens(leaf);
    if (known) return { known };
    const counting = count && sample !== null ? showNumber(leaf.tokens, count, sample) : null;
    const phrase = {
      string,
      tokens: counting ?? leaf.tokens,
      placeholderTokens: counting ? leaf.tokens : leaf.placeholderTokens,
      context: contextOf(string, leaf),
    };
    return { phrase };
  });
  return { analysis, leaves, fault };
}

/** A phrase that is a glossary term and nothing else needs no engine. */
const knownTokens = ({ tokens }: Leaf): readonly Token[] | null =>
  tokens.length === 1 && tokens[0]!.type === 'term' ? tokens : null;

/** A number of the plural form that a member of a family becomes. */
function sampleOf({ plural }: SourceString, targetLocale: string): string | null {
  if (!plural) return null;
  const samples = pluralSamples(targetLocale, plural.isOrdinal ? 'ordinal' : 'cardinal');
  const sample = samples[plural.category];
  return sample === undefined ? null : String(sample);
}

/** How the families of i18next and Rails show their number. */
const COUNT = /^(?:\{\{-?\s*count\s*\}\}|%\{count\}|\{count\})$/;

/** The one placeholder that shows the count; null where there is none or no telling which. */
function findCount(leaves: readonly Leaf[]): PlaceholderToken | null {
  const counts = leaves
    .flatMap(({ tokens }) => tokens)
    .filter((token) => token.type === 'placeholder' && COUNT.test(token.source));
  return counts.length === 1 ? (counts[0] as PlaceholderToken) : null;
}

/** The phrase with a number for its count; null where a reader could take it for another thing. */
function showNumber(
  tokens: readonly Token[],
  count: PlaceholderToken,
  sample: string,
): readonly Token[] | null {
  const at = tokens.indexOf(count);
  if (at < 0) return null;
  const isClear = tokens.every((token, index) => {
    if (token.type !== 'text') return Math.abs(index - at) !== 1 || token.type !== 'placeholder';
    if (/\p{Nd}/u.test(token.text)) return false;
    if (index === at - 1) return !/[\p{L}\p{N}_.,-]$/u.test(token.text);
    return index !== at + 1 || !/^[\p{L}\p{N}_]/u.test(token.text);
  });
  return isClear ? tokens.map((token) => (token === count ? { ...count, sample } : token)) : null;
}

function contextOf(string: SourceString, leaf: Leaf): SegmentContext {
  const plural = leaf.options.findLast(({ kind }) => kind !== 'select');
  const category = plural?.option ?? string.plural?.category;
  return {
    ...(string.keyName === undefined ? {} : { translationKey: string.keyName }),
    ...(string.context === undefined ? {} : { description: string.context }),
    ...(string.maxLength === undefined ? {} : { maxLength: string.maxLength }),
    ...(category === undefined ? {} : { pluralCategory: category }),
  };
}
