import { isDeepStrictEqual } from 'node:util';
import {
  type Finding,
  familyCategories,
  finding,
  findingsToMask,
  knownRuntimes,
  PARSED_FORMATS,
  type RuntimeName,
  weighFindings,
} from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { openCodeShapes, patternsFor, type ReadCodeShapes } from '../code-shapes/code-shapes.ts';
import { type FindTerms, noTerms, openGlossary } from '../glossary/open-glossary.ts';
import { type MessagePair, verify, verifyAll, verifyAndFix } from '../message/long-messages.ts';
import { type CheckInput, type CheckSettings, readCheckSettings } from './check.store.ts';

export type CheckText = Pick<
  CheckInput,
  | 'localeId'
  | 'text'
  | 'sourceText'
  | 'otherText'
  | 'maxLength'
  | 'pluralCategory'
  | 'isOrdinal'
  | 'declaredPlural'
  | 'isOutdated'
  | 'unknownWords'
>;

/** Checks values with the settings and the glossary of a project at one moment. */
export interface Checker {
  readonly settings: CheckSettings;
  /**
   * True if the checks may have findings in the locale. If false, the caller need not read values
   * of the locale.
   */
  mayFind(localeId: number): boolean;
  /** Reads what the findings of a value need, so that they can be computed after the transaction. */
  prepare(value: CheckText): Promise<void>;
  findingsOf(value: CheckText): Promise<readonly Finding[]>;
  /** Returns the findings of a value with their positions and proposed fixes. */
  findFixes(value: CheckText): Promise<readonly Finding[]>;
  /**
   * Returns the findings of each value as a bit mask. A worker thread checks large numbers of
   * values.
   */
  masksOf(values: readonly CheckText[]): Promise<bigint[]>;
}

/**
 * Creates checkers for one project. The matcher of the glossary is built again only after the
 * glossary has changed.
 */
export class CheckerSource {
  readonly #projectId: ProjectRef;
  #settings: CheckSettings | null = null;
  #firstSettings: CheckSettings | null = null;
  #finders = new Map<number, FindTerms>();

  /**
   * Settings that the caller has read under a lock. If null, the checker reads the settings itself.
   */
  readonly #known: CheckSettings | null;

  constructor(projectId: ProjectRef, checkSettings: CheckSettings | null = null) {
    this.#projectId = projectId;
    this.#known = checkSettings;
  }

  get isUsed(): boolean {
    return this.#settings !== null;
  }

  async isOutdated(db: Db): Promise<boolean> {
    const settings = await readCheckSettings(db, this.#projectId);
    return !isDeepStrictEqual(settings, this.#firstSettings);
  }

  async open(db: Db, localeIds: Iterable<number>): Promise<Checker> {
    return this.#openWith(
      db,
      this.#known ?? (await readCheckSettings(db, this.#projectId)),
      localeIds,
    );
  }

  /**
   * Creates a checker from the settings and terms that this object has already read. They may be
   * outdated.
   */
  async reopen(db: Db, localeIds: Iterable<number>): Promise<Checker> {
    if (this.#settings === null) return this.open(db, localeIds);
    return this.#openWith(db, this.#settings, localeIds);
  }

  async #openWith(db: Db, settings: CheckSettings, localeIds: Iterable<number>): Promise<Checker> {
    this.#firstSettings ??= settings;
    if (!isDeepStrictEqual(settings, this.#settings)) {
      this.#settings = settings;
      this.#finders = new Map();
    }
    const codes = new Map(settings.locales.map(({ id, code }) => [id, code]));
    const finders = this.#finders;
    for (const id of new Set(localeIds)) {
      if (finders.has(id) || id === settings.sourceLocaleId) continue;
      const hasTerms = settings.glossary.terms > 0;
      finders.set(id, hasTerms ? await openGlossary(db, this.#projectId, codes.get(id)!) : noTerms);
    }
    const runtimes = knownRuntimes(settings.runtimes);
    const readCodeShapes = openCodeShapes(db, this.#projectId, settings.format);
    const pairOptions = { settings, runtimes, codes, finders, readCodeShapes };
    const pairOf = (value: CheckText) => pairToVerify(value, pairOptions);
    const find = async (value: CheckText, verifyPair: typeof verify) => {
      const pair = await pairOf(value);
      return weigh(value, pair === null ? [] : await verifyPair(...pair), settings, codes);
    };
    return {
      settings,
      mayFind: (localeId) => localeId !== settings.sourceLocaleId || mayBeInvalid(settings),
      async prepare({ sourceText }) {
        await patternsFor(sourceText ?? '', settings.format, readCodeShapes);
      },
      findingsOf: (value) => find(value, verify),
      findFixes: (value) => find(value, verifyAndFix),
      async masksOf(values) {
        const pairs: (MessagePair | null)[] = [];
        const yieldToLoop = createYieldToLoop(null);
        for (const value of values) {
          pairs.push(await pairOf(value));
          await yieldToLoop();
        }
        const found = await verifyAll(pairs.filter((pair) => pair !== null));
        let at = 0;
        return values.map((value, index) =>
          findingsToMask(weigh(value, pairs[index] ? found[at++]! : [], settings, codes)),
        );
      },
    };
  }
}

/**
 * Prepares a value for its checks: parses the source text and the translation, and finds the
 * glossary terms. Returns null if no check can report a finding.
 */
async function pairToVerify(
  value: CheckText,
  {
    settings,
    runtimes,
    codes,
    finders,
    readCodeShapes,
  }: {
    settings: CheckSettings;
    runtimes: readonly RuntimeName[];
    codes: ReadonlyMap<number, string>;
    finders: ReadonlyMap<number, FindTerms>;
    readCodeShapes: ReadCodeShapes;
  },
): Promise<MessagePair | null> {
  const { format, sourceLocaleId } = settings;
  const { text, maxLength, pluralCategory, localeId } = value;
  const isSource = localeId === sourceLocaleId;
  const sourceLocale = codes.get(sourceLocaleId)!;
  const targetLocale = codes.get(localeId)!;
  if (isUnreachable(value, targetLocale)) return null;
  const sourceText = isSource ? null : value.sourceText;
  if (sourceText === null) {
    if (!mayBeInvalid(settings)) return null;
    return [text, text, { format, runtimes, sourceLocale, targetLocale, isAlone: true }];
  }
  const options = {
    format,
    runtimes,
    sourceLocale,
    targetLocale,
    maxLength: maxLength ?? undefined,
    pluralCategory: pluralCategory ?? undefined,
    otherSource: (value.isOrdinal ? null : value.otherText) ?? undefined,
    terms: await finders.get(localeId)!(sourceText, format),
    codePatterns: await patternsFor(sourceText, format, readCodeShapes),
  };
  return [sourceText, text, options];
}

function weigh(
  value: CheckText,
  findings: readonly Finding[],
  settings: CheckSettings,
  codes: ReadonlyMap<number, string>,
): readonly Finding[] {
  if (isUnreachable(value, codes.get(value.localeId)!)) return [];
  const isSource = value.localeId === settings.sourceLocaleId;
  const all = isSource ? findings : [...findings, ...historyFindings(value)];
  return weighFindings(all, settings.levels);
}

/**
 * True for a form that is never displayed: its plural family is for integers, and no integer
 * selects the form in this locale.
 */
const isUnreachable = (
  { pluralCategory, isOrdinal, declaredPlural }: CheckText,
  locale: string,
): boolean =>
  declaredPlural === 'integer' &&
  pluralCategory !== null &&
  !familyCategories({ ordinal: isOrdinal, declared: declaredPlural }, locale).includes(
    pluralCategory,
  );

/**
 * Returns the findings that come from the history of the value: the value is outdated, or an engine
 * left words untranslated.
 */
function historyFindings({ isOutdated, unknownWords }: CheckText): Finding[] {
  const findings = isOutdated ? [OUTDATED] : [];
  if (unknownWords === null) return findings;
  const detail = `the engine left words untranslated: ${unknownWords}`;
  return [...findings, finding('unknown_words', detail, unknownWords)];
}

const OUTDATED = finding(
  'outdated',
  'the source text has changed since this translation was written',
);

/** True if the checks may find errors in a text that is not a translation. */
const mayBeInvalid = ({ format, runtimes }: CheckSettings): boolean =>
  PARSED_FORMATS.has(format) || runtimes !== null;

export const isIgnored = (
  { ignoredChecks }: Pick<CheckInput, 'ignoredChecks'>,
  finding: Pick<Finding, 'code'>,
): boolean => (BigInt(ignoredChecks) & findingsToMask([finding])) !== 0n;
