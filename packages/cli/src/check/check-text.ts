import {
  type CheckLevels,
  type Finding,
  findPluralFamilies,
  type MessageFormat,
  PLURAL_CATEGORIES,
  type PluralCategory,
  type RuntimeName,
  verifyMessage,
  weighFindings,
} from '@parlance/messages';
import type { Document, ReadContext } from '../documents/documents.ts';
import type { Fault } from '../fault.ts';

export interface CheckFinding extends Fault {
  severity: 'error' | 'warning';
  locale: string | null;
}

export interface CheckContext extends ReadContext {
  messageFormat: MessageFormat;
  runtimes: readonly RuntimeName[];
  /** Severities of the checks in the project. Without a server, the defaults are used. */
  levels: CheckLevels;
}

export interface Facts {
  maxLength?: number;
  pluralCategory?: PluralCategory;
}

export const factsOf = ({ rows, prefix }: Document): Map<string, Facts> =>
  new Map(
    rows.flatMap(({ name, maxLength, plural }) =>
      maxLength === undefined && plural === undefined
        ? []
        : [[prefix + name, { maxLength, pluralCategory: plural?.category }] as const],
    ),
  );

/**
 * Finds the plural forms among the key names, such as `item_one` beside `item_other`. Adds the
 * plural category of each form to `facts`.
 */
export function addFamilies(
  facts: Map<string, Facts>,
  names: Iterable<string>,
  { messageFormat: format, sourceLocale }: CheckContext,
): void {
  for (const [name, { category }] of findPluralFamilies(names, { format, sourceLocale })) {
    facts.set(name, { pluralCategory: category, ...facts.get(name) });
  }
}

const PLURAL_FORM = new RegExp(`[_.](${PLURAL_CATEGORIES.join('|')})$`);

interface CheckedText extends Facts {
  key: string;
  text: string;
  locale: string;
  /** Source text. Undefined if the key does not exist in the source locale. */
  source: string | undefined;
  otherSource: string | undefined;
}

export type Found = Pick<CheckFinding, 'code' | 'severity' | 'message'>;

export function checkText(
  { key, text, locale, source, otherSource, maxLength, pluralCategory }: CheckedText,
  { sourceLocale, messageFormat: format, runtimes, levels }: CheckContext,
): Found[] {
  const verify = (against: string): readonly Finding[] =>
    weighFindings(
      verifyMessage(against, text, {
        ...{ format, runtimes, sourceLocale, targetLocale: locale },
        ...{ maxLength, pluralCategory, otherSource },
      }),
      levels,
    );
  const toFound = ({ code, severity, detail: message }: Finding): Found => ({
    code,
    severity,
    message,
  });
  if (locale === sourceLocale) {
    return verify(text)
      .filter(({ code }) => code === 'icu_invalid' || code === 'tag_unbalanced')
      .map(toFound);
  }
  if (source === undefined) {
    if (PLURAL_FORM.test(key)) return [];
    const message = `the source locale ${sourceLocale} has no such key`;
    return [{ code: 'no_source_text', severity: 'warning', message }];
  }
  return verify(source).map(toFound);
}
