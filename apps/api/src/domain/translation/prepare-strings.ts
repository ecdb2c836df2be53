import type { MessageTerm } from '@parlance/messages';
import { createPace } from '../../lib/pace.ts';
import type { FindTerms } from '../glossary/open-glossary.ts';
import type { Memory } from '../memory/memory.ts';
import { type AnalyzedString, analyzeString } from './analyze-string.ts';
import { checkMessage } from './check-answer.ts';
import type { Phrase } from './phrase.ts';
import {
  findSame,
  MEMORY,
  type SourceString,
  type StringOptions,
  type StringResult,
} from './source-string.ts';

export interface PrepareOptions extends StringOptions {
  readonly findTerms: FindTerms;
  readonly memory: Memory | null;
  readonly signal: AbortSignal;
}

/** A string that the memory does not have, taken apart. */
export interface OpenString {
  readonly index: number;
  readonly string: SourceString;
  readonly terms: readonly MessageTerm[];
  readonly parts: AnalyzedString;
  /** Phrases for an engine; none if the text is faulty or has no words. */
  readonly phrases: readonly Phrase[];
}

export interface PreparedStrings {
  /** For each string the index of the one whose result it shares. */
  readonly sameAs: readonly number[];
  /** Results that are known, by index. */
  readonly known: ReadonlyMap<number, StringResult>;
  readonly open: readonly OpenString[];
}

/** Work before any engine: equal strings are joined, the memory is searched, the rest is analyzed. */
export async function prepareStrings(
  strings: readonly SourceString[],
  options: PrepareOptions,
): Promise<PreparedStrings> {
  const sameAs = findSame(strings);
  const unique = sameAs.filter((first, index) => first === index);
  const known = new Map<number, StringResult>();
  const open: OpenString[] = [];
  const pace = createPace(options.signal);
  const remembered = await recall(
    unique.map((index) => strings[index]!),
    options,
  );
  for (const [at, index] of unique.entries()) {
    const string = strings[index]!;
    const result = remembered[at];
    if (result) known.set(index, result);
    else {
      const terms = await options.findTerms(string.text, options.messageFormat);
      await pace();
      const parts = await analyzeString(string, terms, options, pace);
      const leaves = parts.fault === null ? parts.leaves : [];
      const phrases = leaves.flatMap((leaf) => ('phrase' in leaf ? [leaf.phrase] : []));
      open.push({ index, string, terms, parts, phrases });
    }
    await pace();
  }
  return { sameAs, known, open };
}

/** Entries of the memory. An entry that fails the checks of today is not used. */
async function recall(
  strings: readonly SourceString[],
  options: PrepareOptions,
): Promise<(StringResult | null)[]> {
  if (!options.memory) return [];
  const texts = await options.memory.find(strings, options);
  const pace = createPace(options.signal);
  const results: (StringResult | null)[] = [];
  for (const [at, string] of strings.entries()) {
    results.push(await recalled(string, texts[at], options));
    await pace();
  }
  return results;
}

async function recalled(
  string: SourceString,
  text: string | undefined,
  options: PrepareOptions,
): Promise<StringResult | null> {
  if (text === undefined) return null;
  const terms = await options.findTerms(string.text, options.messageFormat);
  const { problem, warnings } = await checkMessage(string, text, terms, options);
  if (problem !== null) return null;
  return { status: 'translated', text, engine: MEMORY, isFresh: false, warnings };
}
