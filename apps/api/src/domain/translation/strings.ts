import type { TranslationError, TranslationWarning } from '@parlance/contracts';
import { billableUnits, type MessageFormat, type PluralCategory } from '@parlance/messages';
import { type EngineAmounts, MEMORY, noAmounts } from '../usage/amounts.ts';

/** One string to translate, as its chunk stores it. The names are short, because a job has up to 100,000 strings. */
export interface JobString {
  /** Id that the caller chose, or the id of the key. */
  readonly id: string;
  readonly text: string;
  /** Name of the key. */
  readonly key?: string;
  /** Name of the key from which a plural form is made, because the form's own key may be elsewhere in the file. */
  readonly seedKey?: string;
  /** Description of the place in which the string is used, from its author. */
  readonly context?: string;
  readonly maxLength?: number;
  /** Set for a member of a plural family: the form that the target language needs. */
  readonly category?: PluralCategory;
  readonly isOrdinal?: true;
  /** Version of the key's source text. */
  readonly sourceVersion?: number;
  /** Version of the outdated value that the translation replaces. Absent if the value is missing. */
  readonly replaces?: number;
  /** True if the text occurred earlier in the job, so that it is not billed again for this locale. */
  readonly isRepeat?: true;
  /** The earlier string of the locale that has the same translation. */
  readonly sameAs?: readonly [chunk: number, index: number];
}

/** The strings of one or more locales. They can be read several times. */
export interface LocaleStrings {
  readonly locales: readonly string[];
  read(): AsyncIterable<readonly JobString[]> | Iterable<readonly JobString[]>;
}

/** Properties that strings share. */
export interface StringOptions {
  readonly messageFormat: MessageFormat;
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

/** Result of one string. */
export type StringResult = TranslatedString | FailedString;

export interface TranslatedString {
  readonly status: 'translated';
  readonly text: string;
  /** Engine of the translation, or `memory` for a hit. Null if nothing had to be translated. */
  readonly engine: string | null;
  /** True if an engine translated the string now. False for remembered texts and for texts without words. */
  readonly isFresh: boolean;
  readonly warnings: readonly TranslationWarning[];
}

export interface FailedString {
  readonly status: 'failed';
  readonly error: StringError;
  /** Time at which the engine could be asked again. Absent if that would not help. */
  readonly retryAfterMs?: number;
}

export interface StringError extends TranslationError {
  readonly code: StringErrorCode;
}

/** A finding that makes a text unusable. */
export type Flaw = NonNullable<NonNullable<TranslationError['params']>['findings']>[number];

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

/**
 * Identifies strings with the same translation: equal words, for the same form and place. Most strings have only words,
 * and no text contains U+0000.
 */
export const identityOf = ({ text, category, isOrdinal, context, maxLength }: JobString): string =>
  category === undefined && context === undefined && maxLength === undefined
    ? text
    : `\0${JSON.stringify([text, category, isOrdinal ?? false, context, maxLength])}`;

/** Returns for each string the index of the first string with the same translation, which may be its own. */
export function findSame(strings: readonly JobString[]): number[] {
  const first = new Map<string, number>();
  return strings.map((string, index) => {
    const identity = identityOf(string);
    const known = first.get(identity);
    if (known === undefined) first.set(identity, index);
    return known ?? index;
  });
}

/** Returns a function that marks strings whose text occurred before. Such a text is billed once in a locale. */
export function createRepeatMarker(): (string: JobString) => JobString {
  const texts = new Set<string>();
  return (string) => {
    const isRepeat = texts.has(string.text);
    texts.add(string.text);
    return isRepeat ? { ...string, isRepeat } : string;
  };
}

/** Sums up results by engine, without failed strings. */
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

/** Returns the maximum cost of strings in a locale, which matches of the memory reduce. */
export const mostUnitsOf = (strings: readonly JobString[]): number =>
  strings.reduce((sum, { text, isRepeat }) => sum + (isRepeat ? 0 : billableUnits(text)), 0);
