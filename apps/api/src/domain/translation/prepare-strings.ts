import { setImmediate } from 'node:timers/promises';
import type { MessageTerm } from '@parlance/messages';
import { type AnalyzedString, analyzeString, type StringOptions } from './analyze-string.ts';
import { checkMessage } from './check-answer.ts';
import { findSame, MEMORY, type SourceString, type StringResult } from './source-string.ts';
import type { Phrase } from './translate-phrases.ts';

/** Earlier translations that people made or approved. */
export interface Memory {
  /** What is remembered for each string; undefined where nothing is. */
  find(
    strings: readonly SourceString[],
    options: StringOptions,
  ): Promise<readonly (string | undefined)[]>;
}

export interface PrepareOptions extends StringOptions {
  /** Glossary terms in a text. */
  readonly findTerms: (text: string) => MessageTerm[];
  readonly memory: Memory | null;
  readonly signal: AbortSignal;
}

/** A string that the memory does not have, taken apart. */
export interface OpenString {
  readonly index: number;
  readonly string: SourceString;
  readonly parts: AnalyzedString;
  /** What an engine has to translate; none where the text is faulty or has no words. */
  readonly phrases: readonly Phrase[];
}

export interface PreparedStrings {
  /** For each string the index of the one whose result it shares. */
  readonly sameAs: readonly number[];
  /** Results that are known, by index. */
  readonly known: ReadonlyMap<number, StringResult>;
  readonly open: readonly OpenString[];
}

/** How long the event loop is held at a stretch. */
const STRETCH_MS = 10;

/** What comes before any engine: equal strings are put together, the memory is asked, the rest is analysed. */
export async function prepareStrings(
  strings: readonly SourceString[],
  options: PrepareOptions,
): Promise<PreparedStrings> {
  const sameAs = findSame(strings);
  const unique = sameAs.filter((first, index) => first === index);
  const known = new Map<number, StringResult>();
  const open: OpenString[] = [];
  const pace = createPace(options.signal);
  const recalled = await recall(
    unique.map((index) => strings[index]!),
    options,
  );
  for (const [at, index] of unique.entries()) {
    const string = strings[index]!;
    const result = recalled[at];
    if (result) known.set(index, result);
    else {
      const parts = analyzeString(string, options.findTerms(string.text), options);
      const leaves = parts.fault === null ? parts.leaves : [];
      const phrases = leaves.flatMap((leaf) => ('phrase' in leaf ? [leaf.phrase] : []));
      open.push({ index, string, parts, phrases });
    }
    await pace();
  }
  return { sameAs, known, open };
}

/** What the memory has. An entry that would not do as a translation now is no help. */
async function recall(
  strings: readonly SourceString[],
  options: PrepareOptions,
): Promise<(StringResult | null)[]> {
  if (!options.memory) return [];
  const texts = await options.memory.find(strings, options);
  return strings.map((string, at) => {
    const text = texts[at];
    if (text === undefined) return null;
    const { problem, warnings } = checkMessage(string.text, text, {
      ...options,
      maxLength: string.maxLength,
    });
    if (problem !== null) return null;
    return { status: 'translated', text, engine: MEMORY, isFresh: false, warnings };
  });
}

/** Lets others have the event loop now and then, and ends with the signal. */
export function createPace(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await setImmediate();
    signal.throwIfAborted();
    since = performance.now();
  };
}
