import {
  type CheckLevels,
  type Finding,
  findPluralFamilies,
  type MessageFormat,
  PLURAL_CATEGORIES,
  type PluralCategory,
  type RuntimeName,
  repairMessage,
  type VerifyOptions,
  verifyMessage,
  weighFindings,
} from '@parlance/messages';
import type { Document } from '../documents/documents.ts';
import type { ReadContext } from '../documents/read-context.ts';
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

export function factsOf({ rows, prefix }: Document): Map<string, Facts> {
  const facts = new Map<string, Facts>();
  for (const { name, maxLength, plural } of rows) {
    if (maxLength === undefined && plural === undefined) continue;
    facts.set(prefix + name, { maxLength, pluralCategory: plural?.category });
  }
  return facts;
}

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

export interface CheckedText extends Facts {
  key: string;
  text: string;
  locale: string;
  /** Source text. Undefined if the key does not exist in the source locale. */
  source: string | undefined;
  otherSource: string | undefined;
}

export type Found = Pick<CheckFinding, 'code' | 'severity' | 'message'>;

const optionsOf = (
  { locale, otherSource, maxLength, pluralCategory }: CheckedText,
  { sourceLocale, messageFormat: format, runtimes }: CheckContext,
): VerifyOptions => ({
  format,
  runtimes,
  sourceLocale,
  targetLocale: locale,
  maxLength,
  pluralCategory,
  otherSource,
});

/** Returns the translation after the repairs that need no decision by the user. */
export function repairText(checked: CheckedText, context: CheckContext): string {
  const { text, source, locale } = checked;
  if (source === undefined || locale === context.sourceLocale) return text;
  return repairMessage(source, text, optionsOf(checked, context), context.levels).text;
}

const toFound = ({ code, severity, detail: message }: Finding): Found => ({
  code,
  severity,
  message,
});

export function checkText(checked: CheckedText, context: CheckContext): Found[] {
  const { key, text, locale, source } = checked;
  const { sourceLocale, levels } = context;
  const options = optionsOf(checked, context);
  const verify = (against: string, verifyOptions = options): readonly Finding[] =>
    weighFindings(verifyMessage(against, text, verifyOptions), levels);
  if (locale === sourceLocale) {
    const unbalanced = verify(text).filter(({ code }) => code === 'tag_unbalanced');
    return [...verify(text, { ...options, isAlone: true }), ...unbalanced].map(toFound);
  }
  if (source === undefined) {
    if (PLURAL_FORM.test(key)) return [];
    const message = `the source locale ${sourceLocale} has no such key`;
    return [{ code: 'no_source_text', severity: 'warning', message }];
  }
  return verify(source).map(toFound);
}
