import {
  type Analysis,
  analyzeInSteps,
  analyzeMessage,
  countSample,
  type Finding,
  type Leaf,
  type MessageTerm,
  pluralCategories,
  unknownSyntax,
} from '@parlance/messages';
import { createYieldToLoop, runYielding, type YieldToLoop } from '../../../lib/yield-to-loop.ts';
import type { SegmentContext } from '../../../providers/mt/engine.ts';
import { MEMORY } from '../../billing/index.ts';
import { type FindTerms, patternsFor, type ReadCodeShapes } from '../../content/index.ts';
import type { Memory } from '../memory/memory.ts';
import {
  findSame,
  isShort,
  type JobString,
  type StringOptions,
  type StringResult,
} from '../strings.ts';
import { checkMessage, flawOf } from './check.ts';
import { Segment } from './segment.ts';

export interface PrepareOptions extends StringOptions {
  /** Default description of the strings. */
  readonly context: string | null;
  readonly findTerms: FindTerms;
  /**
   * Returns the hash of the settings that an engine reads. Null if it reads none.
   */
  readonly settingsHashFor?: (engineId: string) => number | null;
  readonly memory: Memory | null;
  readonly readCodeShapes: ReadCodeShapes;
  readonly signal: AbortSignal;
}

export interface PreparedString {
  readonly index: number;
  readonly string: JobString;
  readonly terms: readonly MessageTerm[];
  readonly analysis: Analysis;
  /** The segment for each text of the message. Null for a text that is a single glossary term. */
  readonly segments: readonly (Segment | null)[];
}

export interface PreparedStrings {
  /** For each string, the index of the first equal string, which may be its own index. */
  readonly sameAs: readonly number[];
  /**
   * Results that need no engine, by the index of the string: translations from the translation
   * memory, and errors in the string.
   */
  readonly known: ReadonlyMap<number, StringResult>;
  readonly open: readonly PreparedString[];
}

/**
 * Does everything before the calls to engines: finds equal strings, searches the translation memory
 * and analyzes the remaining strings.
 */
export async function prepareStrings(
  strings: readonly JobString[],
  options: PrepareOptions,
): Promise<PreparedStrings> {
  const sameAs = findSame(strings);
  const unique = sameAs.filter((first, index) => first === index);
  const known = new Map<number, StringResult>();
  const open: PreparedString[] = [];
  const yieldToLoop = createYieldToLoop(options.signal);
  const remembered = await options.memory?.find(
    unique.map((index) => memoryQueryOf(strings[index]!)),
    options,
  );
  for (const [at, index] of unique.entries()) {
    const string = strings[index]!;
    const terms = await options.findTerms(string.text, options.messageFormat);
    await yieldToLoop();
    const result =
      (await recall(string, remembered?.[at], terms, options)) ??
      (await takeApart({ index, string, terms }, options, yieldToLoop));
    if ('status' in result) known.set(index, result);
    else open.push(result);
    await yieldToLoop();
  }
  return { sameAs, known, open };
}

const memoryQueryOf = ({ text, category }: JobString) =>
  category === undefined ? { text } : { text, plural: { category } };

/**
 * Returns the result for a translation from the translation memory. Null if the translation fails
 * the current checks.
 */
async function recall(
  string: JobString,
  remembered: string | undefined,
  terms: readonly MessageTerm[],
  options: PrepareOptions,
): Promise<StringResult | null> {
  if (remembered === undefined) return null;
  const codePatterns = await patternsFor(
    string.text,
    options.messageFormat,
    options.readCodeShapes,
  );
  const checked = await checkMessage(string, remembered, terms, { ...options, codePatterns });
  const { text, problem, warnings } = checked;
  if (problem !== null) return null;
  return { status: 'translated', text, engine: MEMORY, isFresh: false, warnings };
}

async function takeApart(
  found: Pick<PreparedString, 'index' | 'string' | 'terms'>,
  options: PrepareOptions,
  yieldToLoop: YieldToLoop,
): Promise<PreparedString | StringResult> {
  const { string, terms } = found;
  const analyzeOptions = {
    format: options.messageFormat,
    sourceLocale: options.sourceLocale,
    targetLocale: options.targetLocale,
    terms,
    countSample: sampleOf(string, options.targetLocale),
  };
  const analysis = isShort(string)
    ? analyzeMessage(string.text, analyzeOptions)
    : await runYielding(analyzeInSteps(string.text, analyzeOptions), yieldToLoop);
  const fault =
    analysis.findings.find(({ severity }) => severity === 'error') ??
    (await findCodeOfProject(analysis, options));
  if (fault) {
    const params = { findings: [flawOf(fault)] };
    const code = fault.code === 'unknown_syntax' ? fault.code : 'content_invalid';
    return { status: 'failed', error: { code, message: fault.detail, params } };
  }
  const segments = analysis.leaves.map((leaf) => segmentOf(string, leaf, options));
  return { ...found, analysis, segments };
}

/** Returns a finding if a text has a word in a position where other texts of the project have code. */
async function findCodeOfProject(
  { positions }: Analysis,
  { readCodeShapes }: PrepareOptions,
): Promise<Finding | undefined> {
  if (positions.length === 0) return undefined;
  const shapes = await readCodeShapes();
  const code = positions.find(({ shape }) => shapes.includes(shape));
  return code && unknownSyntax(code.source);
}

function segmentOf(string: JobString, leaf: Leaf, options: PrepareOptions): Segment | null {
  const { tokens, placeholderTokens } = leaf;
  if (tokens.length === 1 && tokens[0]!.type === 'term') return null;
  return new Segment(string, tokens, placeholderTokens, contextOf(string, leaf, options));
}

/** Returns a sample number for which the target language uses the plural form. */
function sampleOf({ category, isOrdinal }: JobString, targetLocale: string): number | undefined {
  if (category === undefined) return undefined;
  return countSample(targetLocale, isOrdinal ? 'ordinal' : 'cardinal', category);
}

/**
 * Returns the plural category for an engine. If the target language has no category `zero`, `zero`
 * becomes `=0`.
 */
function optionOf({ category, isOrdinal }: JobString, targetLocale: string): string | undefined {
  if (category !== 'zero' || isOrdinal) return category;
  return pluralCategories(targetLocale).includes('zero') ? 'zero' : '=0';
}

function contextOf(
  string: JobString,
  leaf: Leaf,
  { context, targetLocale }: PrepareOptions,
): SegmentContext {
  const plural = leaf.options.findLast(({ kind }) => kind !== 'select');
  const category = plural?.option ?? optionOf(string, targetLocale);
  return {
    translationKey: string.key,
    description: string.context ?? context ?? undefined,
    maxLength: string.maxLength,
    pluralCategory: category,
  };
}
