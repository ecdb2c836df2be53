import { billableUnits, type MessageFormat, type PluralCategory } from '@parlance/messages';
import type { EngineErrorCode } from '../../providers/mt/engine.ts';
import type { FindingFacts } from '../check/finding-facts.ts';

/** One string to translate, as its chunk stores it. Short, because a job has up to 100,000. */
export interface JobString {
  /** The caller's, or the id of the key. */
  readonly id: string;
  readonly text: string;
  /** Name of the key. */
  readonly key?: string;
  /** Name of the key that a plural form is made from: its own may stand elsewhere. */
  readonly seedKey?: string;
  /** Place where it is used, in the words of its author. */
  readonly context?: string;
  readonly maxLength?: number;
  /** Set for a member of a plural family: the form that the target language is to get. */
  readonly category?: PluralCategory;
  readonly isOrdinal?: true;
  /** Version of the key's source text. */
  readonly sourceVersion?: number;
  /** Version of the outdated value that it replaces; absent if a value is missing. */
  readonly replaces?: number;
  /** The text came before in the job: it is not billed for this locale again. */
  readonly isRepeat?: true;
  /** The earlier string of the locale that has the same translation. */
  readonly sameAs?: readonly [chunk: number, index: number];
}

/** The strings of a locale, as often as they are asked for. */
export interface LocaleStrings {
  readonly locale: string;
  /** True if they are those of the first locale. */
  readonly isShared?: boolean;
  read(): AsyncIterable<readonly JobString[]> | Iterable<readonly JobString[]>;
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
    };

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
 * Identifies strings with the same translation: the same words, for the same form and place. Most have only words,
 * and no text has U+0000.
 */
export const identityOf = ({ text, category, isOrdinal, context, maxLength }: JobString): string =>
  category === undefined && context === undefined && maxLength === undefined
    ? text
    : `\0${JSON.stringify([text, category, isOrdinal ?? false, context, maxLength])}`;

/** For each string the index of the first one that is translated just like it, its own where it is first. */
export function findSame(strings: readonly JobString[]): number[] {
  const first = new Map<string, number>();
  return strings.map((string, index) => {
    const identity = identityOf(string);
    const known = first.get(identity);
    if (known === undefined) first.set(identity, index);
    return known ?? index;
  });
}

/** Results of strings in one locale. */
export interface Amounts {
  strings: number;
  units: number;
  billedUnits: number;
  memoryHits: number;
}

/** Billed units of results, by the engine that made them. Failed strings are in none. */
export function tallyResults(
  strings: readonly Pick<JobString, 'text' | 'isRepeat'>[],
  results: readonly StringResult[],
): Map<string | null, Amounts> {
  const tally = new Map<string | null, Amounts>();
  results.forEach((result, index) => {
    const { text, isRepeat } = strings[index]!;
    if (result.status !== 'translated') return;
    const units = billableUnits(text);
    const amounts = tally.get(result.engine) ?? noAmounts();
    tally.set(result.engine, amounts);
    amounts.strings++;
    amounts.units += units;
    amounts.billedUnits += result.isFresh && !isRepeat ? units : 0;
    amounts.memoryHits += result.engine === MEMORY ? 1 : 0;
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

/** The engine that made most strings; null if none was needed. */
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

/** Maximum cost of strings in a locale: matches of the memory make it less. */
export const mostUnitsOf = (strings: readonly Pick<JobString, 'text' | 'isRepeat'>[]): number =>
  strings.reduce((sum, { text, isRepeat }) => sum + (isRepeat ? 0 : billableUnits(text)), 0);
