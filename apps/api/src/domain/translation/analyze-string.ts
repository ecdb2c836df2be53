import {
  type Analysis,
  analyzeInSteps,
  countSample,
  type Finding,
  type Leaf,
  type MessageTerm,
  pluralCategories,
  type Token,
} from '@parlance/messages';
import { type Pace, runPaced } from '../../lib/pace.ts';
import type { SegmentContext } from '../../providers/mt/engine.ts';
import { flawOf } from './check-answer.ts';
import type { Phrase } from './phrase.ts';
import type { SourceString, StringError, StringOptions } from './source-string.ts';

/** A string as an engine is to get it. */
export interface AnalyzedString {
  readonly analysis: Analysis;
  /** The translation of each leaf if it is known, or the phrase that has to be translated. */
  readonly leaves: readonly ({ readonly known: readonly Token[] } | { readonly phrase: Phrase })[];
  /** Error of the text itself; null if there is none. */
  readonly fault: StringError | null;
}

/** Takes a string apart for an engine. */
export async function analyzeString(
  string: SourceString,
  terms: readonly MessageTerm[],
  options: StringOptions,
  pace: Pace,
): Promise<AnalyzedString> {
  const steps = analyzeInSteps(string.text, {
    format: options.messageFormat,
    sourceLocale: options.sourceLocale,
    targetLocale: options.targetLocale,
    terms,
    countSample: sampleOf(string, options.targetLocale),
  });
  const analysis = await runPaced(steps, pace);
  const found = analysis.findings.find(({ severity }) => severity === 'error');
  const fault = found ? faultOf(found) : null;
  const leaves = analysis.leaves.map((leaf) => {
    const known = knownTokens(leaf);
    if (known) return { known };
    const { tokens, placeholderTokens } = leaf;
    const context = contextOf(string, leaf, options.targetLocale);
    return { phrase: { string, tokens, placeholderTokens, context } };
  });
  return { analysis, leaves, fault };
}

const faultOf = (finding: Finding): StringError => ({
  code: 'content_invalid',
  message: finding.detail,
  params: { findings: [flawOf(finding)] },
});

/** A phrase that is a glossary term and nothing else needs no engine. */
const knownTokens = ({ tokens }: Leaf): readonly Token[] | null =>
  tokens.length === 1 && tokens[0]!.type === 'term' ? tokens : null;

/** A number of the plural form that a member of a family becomes. */
function sampleOf({ plural }: SourceString, targetLocale: string): number | undefined {
  if (!plural) return undefined;
  return countSample(targetLocale, plural.isOrdinal ? 'ordinal' : 'cardinal', plural.category);
}

/** The category as an engine knows it: `=0` for a `zero` that the target language lacks. */
function optionOf({ plural }: SourceString, targetLocale: string): string | undefined {
  if (plural?.category !== 'zero' || plural.isOrdinal) return plural?.category;
  return pluralCategories(targetLocale).includes('zero') ? 'zero' : '=0';
}

function contextOf(string: SourceString, leaf: Leaf, targetLocale: string): SegmentContext {
  const plural = leaf.options.findLast(({ kind }) => kind !== 'select');
  const category = plural?.option ?? optionOf(string, targetLocale);
  return {
    ...(string.keyName === undefined ? {} : { translationKey: string.keyName }),
    ...(string.context === undefined ? {} : { description: string.context }),
    ...(string.maxLength === undefined ? {} : { maxLength: string.maxLength }),
    ...(category === undefined ? {} : { pluralCategory: category }),
  };
}
