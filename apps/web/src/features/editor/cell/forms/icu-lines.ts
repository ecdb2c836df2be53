import { exampleNumbers, type PluralCategory, type PluralType } from '@parlance/messages';
import {
  blankForm,
  type FormGroup,
  type FormLanguages,
  type FormLine,
  type MessageForm,
  readForm,
  sourceOfLine,
} from '@parlance/messages/forms';
import type { CellFinding } from '../findings/check-text.ts';
import type { Checks } from '../findings/checks.ts';
import type { OpenCell } from '../open-cell.ts';

/**
 * Reads the text of a cell as a message with lines. If the text is missing, returns the lines of the source text with
 * empty texts.
 */
export function openForm(cell: OpenCell, text: string): MessageForm | null {
  if (text.trim() !== '') return readForm(text, cell.format);
  const source = readForm(cell.source.text, cell.format);
  return source && blankForm(source);
}

export const nameOfLine = ({ keys }: Pick<FormLine, 'keys'>): string => keys.join(' ');

const subjectOf = ({ code, value }: CellFinding): string => `${code} ${value ?? ''}`;

/** The findings in a message, by the line that contains them. Findings outside the lines are in `ofMessage`. */
export interface LineFindings {
  readonly ofLine: ReadonlyMap<string, readonly CellFinding[]>;
  readonly ofMessage: readonly CellFinding[];
}

/**
 * Assigns the findings in a message to its lines. The lines are not checked themselves, because the checks and their
 * severities apply to the whole message.
 */
export function findingsOfLines(
  checks: Checks | null,
  cell: OpenCell,
  lines: readonly FormLine[],
  languages: FormLanguages,
  all: readonly CellFinding[],
): LineFindings {
  const bySubject = new Map(all.map((finding) => [subjectOf(finding), finding]));
  const placed = new Set<string>();
  const { locale, format, source } = cell;
  const runtimes = checks?.knownRuntimes(cell.runtimes) ?? [];
  const options = { format, runtimes, sourceLocale: source.locale, targetLocale: locale };
  const ofLine = new Map(
    lines
      .filter(({ isEmpty }) => !isEmpty && all.length > 0)
      .map((line) => {
        const source = sourceOfLine(line, languages) ?? '';
        const found = checks?.verifyLine(source, line.text, line, options) ?? [];
        const lineFindings = found.flatMap((finding): CellFinding[] => {
          const same = bySubject.get(subjectOf(finding));
          if (!same) return [];
          placed.add(subjectOf(finding));
          return [{ ...finding, severity: same.severity }];
        });
        return [nameOfLine(line), lineFindings] as const;
      }),
  );
  const ofMessage = all
    .filter((finding) => !placed.has(subjectOf(finding)))
    // The positions and fixes are omitted, because they refer to the code of the message.
    .map(({ at: _, fix: __, ...finding }) => finding);
  return { ofLine, ofMessage };
}

/**
 * Returns numbers that belong to a plural category, in the notation of a language. Returns null for exact numbers and
 * for the options of a select.
 */
export function examplesOf(
  type: PluralType | 'select',
  category: string,
  locale: string,
  language: string,
): string | null {
  if (type === 'select' || category.startsWith('=')) return null;
  const numbers = exampleNumbers(locale, type, category as PluralCategory);
  if (numbers.length === 0) return null;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const shown = numbers.slice(0, 3).map((number) => format.format(number));
  return [...shown, ...(numbers.length > 3 ? ['…'] : [])].join(', ');
}

/**
 * Returns the lines of needed plural categories that have no text. The message uses `other` in place of these
 * lines. Leaves out exact numbers and the options of a select.
 */
export const emptyCategories = ({ lines }: FormGroup): readonly FormLine[] =>
  lines.filter(
    ({ isEmpty, isNeeded, keys, dimensions }) =>
      isEmpty && isNeeded && !keys.at(-1)!.startsWith('=') && dimensions.at(-1)!.kind !== 'select',
  );
