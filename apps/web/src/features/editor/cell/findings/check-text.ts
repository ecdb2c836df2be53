import type { ValueFinding } from '@parlance/contracts';
import {
  type Finding,
  type MessageTerm,
  pluralCategories,
  weighFindings,
} from '@parlance/messages';
import type { EditorSettings, OpenCell } from '../open-cell.ts';
import type { Checks } from './checks.ts';

/** A finding in the text of the open cell. */
export type CellFinding = Pick<Finding, 'code' | 'severity' | 'detail'> &
  Pick<ValueFinding, 'value' | 'params' | 'at' | 'fix'>;

/** Replaces each CR LF by `\n`, because a line break counts as one character in the editor. */
const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/** Returns the glossary terms in a source text. Positions count each line break as one character. */
function termsOf({ source, known }: OpenCell): MessageTerm[] {
  const place = (at: number): number => withLineFeeds(source.text.slice(0, at)).length;
  return (known?.terms ?? []).map(({ termId: id, start, end, source: written, target }) => ({
    id,
    start: place(start),
    end: place(end),
    source: written,
    ...(target === null ? { doNotTranslate: true } : { target, doNotTranslate: false }),
  }));
}

/** True for a plural form that no integer selects in this locale, in a family for integers. */
const isUnreachable = ({ family, pluralCategory, locale }: OpenCell): boolean =>
  family?.domain === 'integer' &&
  pluralCategory !== undefined &&
  !pluralCategories(locale, family.kind, 'integer').includes(pluralCategory);

/**
 * Checks a translation in the browser, with the same checks as the service. Only the service
 * reports findings about the history of a value: `outdated` and `unknown_words`.
 */
export function checkText(checks: Checks, cell: OpenCell, text: string): readonly CellFinding[] {
  const { source, locale, format, maxLength, pluralCategory, family, known } = cell;
  const isMissing = text === '' && cell.value === null;
  if (isMissing || locale === source.locale || isUnreachable(cell)) return [];
  const runtimes = checks.knownRuntimes(cell.runtimes);
  const languages = { format, runtimes, sourceLocale: source.locale, targetLocale: locale };
  const written = withLineFeeds(text);
  const findings = source.isMissing
    ? checks.verifyWithFixes(written, written, { ...languages, isAlone: true })
    : checks.verifyWithFixes(withLineFeeds(source.text), written, {
        ...languages,
        ...(maxLength !== null && { maxLength }),
        ...(pluralCategory && { pluralCategory }),
        ...(family?.kind === 'cardinal' &&
          family.otherSource !== undefined && { otherSource: withLineFeeds(family.otherSource) }),
        terms: termsOf(cell),
        codePatterns: known?.codePatterns ?? [],
      });
  return weighFindings(findings, cell.checks);
}

/** Checks a source text in the browser, with the same checks as the service. */
export function checkSource(
  checks: Checks,
  { messageFormat: format, runtimes, checks: levels }: EditorSettings,
  locale: string,
  text: string,
): readonly CellFinding[] {
  const findings = checks.verifyWithFixes(text, text, {
    format,
    runtimes: checks.knownRuntimes(runtimes),
    sourceLocale: locale,
    targetLocale: locale,
    isAlone: true,
  });
  return weighFindings(findings, levels);
}

/** Converts a finding of the service into the form of the browser's findings. */
export const findingOf = ({
  message: detail,
  code,
  ...finding
}: Omit<ValueFinding, 'ignored'>): CellFinding => ({
  ...finding,
  code: code as CellFinding['code'],
  detail,
});

/** True if a text with this finding does not work in the app that displays it. */
export const isError = ({ severity }: CellFinding): boolean => severity === 'error';
