import type { TranslationError, TranslationWarning } from '@parlance/contracts';
import {
  billableUnits,
  type MessageFormat,
  type PluralCategory,
  type RuntimeName,
} from '@parlance/messages';
import { type EngineAmounts, MEMORY, noAmounts } from '../billing/index.ts';

/**
 * A string to translate in a chunk. The property names are short, because a job has up to 100,000
 * strings.
 */
export interface JobString {
  /** Id of the string in the request, or id of the key. */
  readonly id: string;
  readonly text: string;
  readonly key?: string;
  /** Name of the key from whose text a plural form is translated. */
  readonly seedKey?: string;
  /** Description of how the string is used, written by its author. */
  readonly context?: string;
  readonly maxLength?: number;
  /** Plural category of the form that is translated. It is a category of the target language. */
  readonly category?: PluralCategory;
  readonly isOrdinal?: true;
  readonly sourceVersion?: number;
  /** Version of the outdated value that the translation replaces. Absent for a missing value. */
  readonly replaces?: number;
  /**
   * True if the same text occurs earlier in the job. The text is billed only once for each locale.
   */
  readonly isRepeat?: true;
  /** Position of an earlier string with the same translation, in another chunk of the locale. */
  readonly sameAs?: readonly [chunk: number, index: number];
}

/** Maximum length of a string, in code units, that is analyzed or put together in one step. */
const SHORT_STRING = 500;

/** True if work on a string takes some milliseconds at most. */
export const isShort = ({ text }: JobString): boolean => text.length <= SHORT_STRING;

/** The strings to translate into some locales. `read` can be called several times. */
export interface LocaleStrings {
  readonly locales: readonly string[];
  read(): AsyncIterable<readonly JobString[]> | Iterable<readonly JobString[]>;
}

export interface StringOptions {
  readonly messageFormat: MessageFormat;
  /** Runtimes that the project uses to display the translation. */
  readonly runtimes: readonly RuntimeName[];
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

export type StringResult = TranslatedString | FailedString;

export interface TranslatedString {
  readonly status: 'translated';
  readonly text: string;
  /**
   * Id of the engine that made the translation. `memory` for the translation memory. Null for a string without words.
   */
  readonly engine: string | null;
  /**
   * True if an engine translated the string for this request. False for a stored translation or a
   * string without words.
   */
  readonly isFresh: boolean;
  /** Hash of the settings that the engine has read. Absent if it has read none. */
  readonly settingsHash?: number;
  readonly warnings: readonly TranslationWarning[];
}

export interface FailedString {
  readonly status: 'failed';
  readonly error: StringError;
  /**
   * Time in milliseconds after which an engine may be able to translate the string. Absent if a
   * retry would not help.
   */
  readonly retryAfterMs?: number;
}

export interface StringError extends TranslationError {
  readonly code: StringErrorCode;
}

/** A finding that makes a translation unusable. */
export type Flaw = NonNullable<NonNullable<TranslationError['params']>['findings']>[number];

export type StringErrorCode =
  | 'archived'
  | 'content_broken'
  | 'content_invalid'
  | 'unknown_syntax'
  | 'engine_failed'
  | 'engine_unavailable'
  | 'engine_model_loading'
  | 'engine_timeout'
  | 'unsupported_pair'
  | 'role_forbidden'
  | 'internal';

/** Returns a text that is equal for all strings with the same translation. */
export const identityOf = ({ text, category, isOrdinal, context, maxLength }: JobString): string =>
  category === undefined && context === undefined && maxLength === undefined
    ? text
    : `\0${JSON.stringify([text, category, isOrdinal ?? false, context, maxLength])}`;

/** Returns, for each string, the index of the first string with the same translation. */
export function findSame(strings: readonly JobString[]): number[] {
  const first = new Map<string, number>();
  return strings.map((string, index) => {
    const identity = identityOf(string);
    const firstIndex = first.get(identity);
    if (firstIndex === undefined) first.set(identity, index);
    return firstIndex ?? index;
  });
}

/**
 * Returns a function that marks a string if an earlier string had the same text, because a text is
 * billed only once for each locale.
 */
export function createRepeatMarker(): (string: JobString) => JobString {
  const texts = new Set<string>();
  return (string) => {
    const isRepeat = texts.has(string.text);
    texts.add(string.text);
    return isRepeat ? { ...string, isRepeat } : string;
  };
}

/** Counts the translated strings by engine. Failed strings are left out. */
export function tallyResults(
  strings: readonly JobString[],
  results: readonly StringResult[],
): EngineAmounts[] {
  const tally = new Map<string | null, EngineAmounts>();
  results.forEach((result, index) => {
    const { text, isRepeat } = strings[index]!;
    if (result.status !== 'translated') return;
    const units = billableUnits(text);
    const { engine } = result;
    const amounts = tally.get(engine) ?? { engine, ...noAmounts() };
    tally.set(engine, amounts);
    amounts.strings++;
    amounts.units += units;
    amounts.billedUnits += result.isFresh && !isRepeat ? units : 0;
    amounts.memoryHits += engine === MEMORY ? 1 : 0;
  });
  return [...tally.values()];
}

/**
 * Returns the maximum cost of strings in one locale. Translations from the translation memory cost
 * nothing.
 */
export const mostUnitsOf = (strings: readonly JobString[]): number =>
  strings.reduce((sum, { text, isRepeat }) => sum + (isRepeat ? 0 : billableUnits(text)), 0);
