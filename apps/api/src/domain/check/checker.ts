import { isDeepStrictEqual } from 'node:util';
import {
  type Finding,
  familyCategories,
  finding,
  findingsToMask,
  weighFindings,
} from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { type FindTerms, noTerms, openGlossary } from '../glossary/open-glossary.ts';
import { verify, verifyAndFix } from '../message/long-messages.ts';
import type { ProjectRef } from '../tenant.ts';
import { type CheckInput, type CheckSettings, readCheckSettings } from './check.store.ts';

/** Checks values of one project, as its settings and its glossary are at one moment. */
export interface Checker {
  readonly settings: CheckSettings;
  /** True if a value of the locale may have findings. If not, none needs to be read. */
  mayFind(localeId: number): boolean;
  findingsOf(value: CheckInput): Promise<readonly Finding[]>;
  /** As `findingsOf`, with positions and fixes. */
  findFixes(value: CheckInput): Promise<readonly Finding[]>;
}

/**
 * Opens checkers of one project, one after the other. What a glossary's matcher costs is paid again
 * only where the glossary has changed.
 */
export class CheckerSource {
  readonly #projectId: ProjectRef;
  #settings: CheckSettings | null = null;
  #finders = new Map<number, FindTerms>();

  constructor(projectId: ProjectRef) {
    this.#projectId = projectId;
  }

  /** For values of these locales. What it knows is not older than the call. */
  async open(db: Db, localeIds: Iterable<number>): Promise<Checker> {
    const settings = await readCheckSettings(db, this.#projectId);
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
    const sourceLocale = codes.get(settings.sourceLocaleId)!;
    const check = async (value: CheckInput, verifyPair: typeof verify) => {
      const { text, maxLength, pluralCategory, localeId } = value;
      const isSource = localeId === settings.sourceLocaleId;
      if (isUnreachable(value, codes.get(localeId)!)) return [];
      const sourceText = isSource ? null : value.sourceText;
      const findings =
        sourceText === null
          ? await findOwnFaults(text, sourceLocale, settings)
          : await verifyPair(sourceText, text, {
              format: settings.format,
              sourceLocale,
              targetLocale: codes.get(localeId)!,
              maxLength: maxLength ?? undefined,
              pluralCategory: pluralCategory ?? undefined,
              otherSource: (value.isOrdinal ? null : value.otherText) ?? undefined,
              terms: await finders.get(localeId)!(sourceText, settings.format),
            });
      const all = isSource ? findings : [...findings, ...historyFindings(value)];
      return weighFindings(all, settings.levels);
    };
    return {
      settings,
      mayFind: (localeId) => localeId !== settings.sourceLocaleId || mayBeInvalid(settings),
      findingsOf: (value) => check(value, verify),
      findFixes: (value) => check(value, verifyAndFix),
    };
  }
}

/** True for a form that no integer of the locale selects, in a family of integers: nobody sees its text. */
const isUnreachable = (
  { pluralCategory, isOrdinal, pluralSaid }: CheckInput,
  locale: string,
): boolean =>
  pluralSaid === 'integer' &&
  pluralCategory !== null &&
  !familyCategories({ ordinal: isOrdinal, said: pluralSaid }, locale).includes(pluralCategory);

/** Findings about how a translation was made, independent of its text. */
function historyFindings({ isOutdated, unknownWords }: CheckInput): Finding[] {
  const findings = isOutdated ? [OUTDATED] : [];
  if (unknownWords === null) return findings;
  const detail = `the engine left words untranslated: ${unknownWords}`;
  return [...findings, finding('unknown_words', detail, unknownWords)];
}

const OUTDATED = finding(
  'outdated',
  'the source text has changed since this translation was written',
);

/** Only a text that must be ICU can be no message at all. */
const mayBeInvalid = ({ format }: CheckSettings): boolean => format === 'icu';

/** With nothing to compare it with, a text can only be no message at all. */
async function findOwnFaults(
  text: string,
  locale: string,
  settings: CheckSettings,
): Promise<Finding[]> {
  if (!mayBeInvalid(settings)) return [];
  const { format } = settings;
  const findings = await verify(text, text, { format, sourceLocale: locale, targetLocale: locale });
  return findings.filter(({ code }) => code === 'icu_invalid');
}

/** True if a person dismissed the findings of this check in the value. */
export const isIgnored = (
  { ignoredChecks }: Pick<CheckInput, 'ignoredChecks'>,
  finding: Pick<Finding, 'code'>,
): boolean => (ignoredChecks & findingsToMask([finding])) !== 0;

export const maskOf = async (checker: Checker, value: CheckInput): Promise<number> =>
  findingsToMask(await checker.findingsOf(value));
