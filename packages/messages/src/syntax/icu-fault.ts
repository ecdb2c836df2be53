import type { Mf2Reason } from '../mf2/mf2-fault.ts';
import type { FindingParams, IcuFaultReason } from '../verify/findings.ts';

/**
 * Reasons why an ICU message is invalid, by the error code of the parser. Error codes for tags and
 * skeletons are left out, because the parser does not check tags and skeletons.
 */
const REASONS: Readonly<Record<string, keyof typeof PHRASES>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'unclosed_brace',
  EMPTY_ARGUMENT: 'empty_argument',
  MALFORMED_ARGUMENT: 'malformed_argument',
  EXPECT_ARGUMENT_TYPE: 'missing_type',
  INVALID_ARGUMENT_TYPE: 'unknown_type',
  EXPECT_ARGUMENT_STYLE: 'missing_style',
  INVALID_NUMBER_SKELETON: 'number_skeleton',
  EXPECT_NUMBER_SKELETON: 'number_skeleton',
  INVALID_DATE_TIME_SKELETON: 'date_skeleton',
  EXPECT_DATE_TIME_SKELETON: 'date_skeleton',
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: 'unclosed_quote',
  EXPECT_SELECT_ARGUMENT_OPTIONS: 'no_options',
  EXPECT_PLURAL_ARGUMENT_OFFSET_VALUE: 'offset',
  INVALID_PLURAL_ARGUMENT_OFFSET_VALUE: 'offset',
  EXPECT_SELECT_ARGUMENT_SELECTOR: 'select_option',
  EXPECT_PLURAL_ARGUMENT_SELECTOR: 'plural_option',
  INVALID_PLURAL_ARGUMENT_SELECTOR: 'exact_number',
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: 'option_braces',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'option_braces',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'duplicate_option',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'duplicate_option',
  MISSING_OTHER_CLAUSE: 'other_missing',
};

const PHRASES: Readonly<Record<Exclude<IcuFaultReason, 'too_deep' | Mf2Reason>, string>> = {
  unclosed_brace: '“{” has no closing “}”',
  empty_argument: '“{}” has no argument name',
  malformed_argument: 'expected “{name}” or “{name, type}” here',
  missing_type: 'the type of an argument is missing',
  unknown_type: 'unknown argument type',
  missing_style: 'the style of an argument is missing',
  number_skeleton: 'the number skeleton is empty or malformed',
  date_skeleton: 'the date or time skeleton is empty or malformed',
  unclosed_quote: 'the closing quote in the style of an argument is missing',
  no_options: 'a plural or select has no options',
  offset: 'an offset must be an integer',
  select_option: 'expected an option of a select',
  plural_option: 'expected an option of a plural, such as one, other or =0',
  exact_number: 'expected an integer after “=”',
  option_braces: 'the text of an option must be in braces',
  duplicate_option: 'duplicate option',
  other_missing: 'the option “other” is missing',
};

interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

interface ParserError {
  readonly message: string;
  readonly location?: { readonly start: Position; readonly end: Position };
}

/**
 * The error for an ICU message that the FormatJS parser rejected. `line` and `column` count code
 * points, starting at 1.
 */
export class IcuFault extends SyntaxError {
  /**
   * Range of the error. It has at least one code unit, so that the web app can highlight it. Absent
   * if the position is unknown.
   */
  readonly at?: { readonly start: number; readonly end: number };
  readonly params: FindingParams;

  constructor(error: ParserError, text: string) {
    const reason = REASONS[error.message];
    const { location } = error;
    const { line, column } = location?.start ?? {};
    const position = {
      ...(text.includes('\n') && line !== undefined && { line }),
      ...(column !== undefined && { column }),
    };
    super(describe(reason ? PHRASES[reason] : error.message, position));
    this.params = { ...(reason && { reason }), ...position };
    if (location && text !== '') {
      const { start, end } = location;
      const first = Math.min(start.offset, text.length - 1);
      this.at = { start: first, end: Math.max(first + 1, Math.min(end.offset, text.length)) };
    }
  }
}

function describe(phrase: string, { line, column }: FindingParams): string {
  if (column === undefined) return phrase;
  const position = line === undefined ? `column ${column}` : `line ${line}, column ${column}`;
  return `${phrase} (${position})`;
}
