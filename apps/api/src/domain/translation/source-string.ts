import { billableUnits, type MessageFormat, type PluralCategory } from '@parlance/messages';
import type { EngineErrorCode } from '../../providers/mt/engine.ts';
import type { FindingFacts } from '../check/finding-facts.ts';

/** Which form of a plural family a string is to become. */
export interface PluralForm {
  readonly category: PluralCategory;
  readonly isOrdinal: boolean;
}

/** One string to translate. */
export interface SourceString {
  readonly text: string;
  /** Set for a member of a plural family: the form that the target language is to get. */
  readonly plural?: PluralForm;
  /** Place where it is used, in the words of its author. */
  readonly context?: string;
  /** Name of its key. */
  readonly keyName?: string;
  /** Name of a key that stands where this string does. */
  readonly besideKey?: string;
  readonly maxLength?: number;
}

/** Properties that strings share. */
export interface StringOptions {
  readonly messageFormat: MessageFormat;
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

/** Result of one string. */
export type StringResult =
  | {
      readonly status: 'translated';
      readonly text: string;
      /** `memory` for a hit; null where nothing had to be translated. */
      readonly engine: string | null;
      /** True if an engine translated it now; false for remembered texts and for texts without words. */
      readonly isFresh: boolean;
      readonly warnings: readonly StringWarning[];
    }
  | {
      readonly status: 'failed';
      readonly error: StringError;
      /** When its engine could be asked again; absent where that would not help. */
      readonly retryAfterMs?: number;
    }
  /** The engine asked to be called again later. */
  | { readonly status: 'deferred'; readonly retryAfterMs: number; readonly error: StringError };

export interface StringWarning extends FindingFacts {
  readonly code: string;
  readonly message: string;
}

export interface StringError {
  readonly code: StringErrorCode;
  readonly message: string;
  readonly params?: ErrorParams;
}

/** A finding that makes a text unusable. */
export interface Flaw extends Pick<FindingFacts, 'value' | 'params'> {
  readonly code: string;
}

/** Facts of an error, from which clients write sentences in other languages. */
export interface ErrorParams {
  readonly engine?: string;
  /** Fault of the engine. */
  readonly reason?: EngineErrorCode;
  readonly sourceLocale?: string;
  readonly targetLocale?: string;
  readonly findings?: Flaw[];
}

export type StringErrorCode =
  | 'archived'
  | 'content_broken'
  | 'content_invalid'
  | 'engine_failed'
  | 'engine_unavailable'
  | 'engine_model_loading'
  | 'engine_timeout'
  | 'unsupported_pair'
  | 'internal';

/** The engine's name in results that the translation memory gave. */
export const MEMORY = 'memory';

/**
 * Strings that come out alike: the same words, for the same form and place. Of most there are only the
 * words, and no text has U+0000.
 */
export const identityOf = ({ text, plural, context, maxLength }: SourceString): string =>
  plural === undefined && context === undefined && maxLength === undefined
    ? text
    : `\0${JSON.stringify([text, plural?.category, plural?.isOrdinal, context, maxLength])}`;

/** For each string the index of the first one that is translated just like it, its own where it is first. */
export function findSame(strings: readonly SourceString[]): number[] {
  const first = new Map<string, number>();
  return strings.map((string, index) => {
    const identity = identityOf(string);
    const known = first.get(identity);
    if (known === undefined) first.set(identity, index);
    return known ?? index;
  });
}

/** For each string, true if its text came before: then it is not billed again, in any form. */
export function findRepeats(strings: readonly { readonly text: string }[]): boolean[] {
  const seen = new Set<string>();
  return strings.map(({ text }) => {
    const isRepeat = seen.has(text);
    seen.add(text);
    return isRepeat;
  });
}

/** Results of strings in one locale. */
export interface Amounts {
  strings: number;
  units: number;
  billedUnits: number;
  memoryHits: number;
}

/** Billed units of results, by the engine that made them. Failed and deferred strings are in none. */
export function tallyResults(
  strings: readonly { readonly text: string; readonly isRepeat: boolean }[],
  results: readonly StringResult[],
): Map<string | null, Amounts> {
  const tally = new Map<string | null, Amounts>();
  results.forEach((result, index) => {
    const { text, isRepeat } = strings[index]!;
    if (result.status !== 'translated') return;
    const units = billableUnits(text);
    const isMemory = result.engine === MEMORY;
    const amounts = tally.get(result.engine) ?? noAmounts();
    tally.set(result.engine, amounts);
    amounts.strings++;
    amounts.units += units;
    amounts.billedUnits += result.isFresh && !isRepeat ? units : 0;
    amounts.memoryHits += isMemory ? 1 : 0;
  });
  return tally;
}

const noAmounts = (): Amounts => ({ strings: 0, units: 0, billedUnits: 0, memoryHits: 0 });

export function sumAmounts(parts: Iterable<Amounts>): Amounts {
  const sum = noAmounts();
  for (const part of parts) {
    sum.strings += part.strings;
    sum.units += part.units;
    sum.billedUnits += part.billedUnits;
    sum.memoryHits += part.memoryHits;
  }
  return sum;
}

/** The engine that made most strings; null where none was needed. */
export function mainEngine(
  stringsByEngine: Iterable<readonly [string | null, number]>,
): string | null {
  let main: string | null = null;
  let most = 0;
  for (const [engine, strings] of stringsByEngine) {
    if (engine === null || engine === MEMORY || strings <= most) continue;
    main = engine;
    most = strings;
  }
  return main;
}
