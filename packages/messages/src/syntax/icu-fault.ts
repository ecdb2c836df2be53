/** Meanings of the parser's codes; it reads no tags and no skeletons for us, so it has no others. */
const PHRASES: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: '“{” has no closing “}”',
  EMPTY_ARGUMENT: '“{}” has no argument name',
  MALFORMED_ARGUMENT: 'expected “{name}” or “{name, type}” here',
  EXPECT_ARGUMENT_TYPE: 'the type of an argument is missing',
  INVALID_ARGUMENT_TYPE: 'unknown argument type',
  EXPECT_ARGUMENT_STYLE: 'the style of an argument is missing',
  INVALID_NUMBER_SKELETON: 'the number skeleton is empty or malformed',
  EXPECT_NUMBER_SKELETON: 'the number skeleton is empty or malformed',
  INVALID_DATE_TIME_SKELETON: 'the date or time skeleton is empty or malformed',
  EXPECT_DATE_TIME_SKELETON: 'the date or time skeleton is empty or malformed',
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: 'the closing quote in the style of an argument is missing',
  EXPECT_SELECT_ARGUMENT_OPTIONS: 'a plural or select has no options',
  EXPECT_PLURAL_ARGUMENT_OFFSET_VALUE: 'an offset must be an integer',
  INVALID_PLURAL_ARGUMENT_OFFSET_VALUE: 'an offset must be an integer',
  EXPECT_SELECT_ARGUMENT_SELECTOR: 'expected an option of a select',
  EXPECT_PLURAL_ARGUMENT_SELECTOR: 'expected an option of a plural, such as one, other or =0',
  INVALID_PLURAL_ARGUMENT_SELECTOR: 'expected an integer after “=”',
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: 'the text of an option must be in braces',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'the text of an option must be in braces',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'duplicate option',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'duplicate option',
  MISSING_OTHER_CLAUSE: 'the option “other” is missing',
};

interface Position {
  /** In UTF-16 code units. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

interface ParserError {
  readonly message: string;
  readonly location?: { readonly start: Position; readonly end: Position };
}

/** The fault of a text that FormatJS refused, with its place: line and column from 1, in code points. */
export class IcuFault extends SyntaxError {
  /** At least one code unit, so that it can be shown. Absent if the parser names no place. */
  readonly at?: { readonly start: number; readonly end: number };

  constructor(error: ParserError, text: string) {
    super(describe(error, text));
    if (error.location && text !== '') {
      const { start, end } = error.location;
      const first = Math.min(start.offset, text.length - 1);
      this.at = { start: first, end: Math.max(first + 1, Math.min(end.offset, text.length)) };
    }
  }
}

function describe(error: ParserError, text: string): string {
  const { location } = error;
  const phrase = PHRASES[error.message] ?? error.message;
  if (!location) return phrase;
  const { line, column } = location.start;
  const place = text.includes('\n') ? `line ${line}, column ${column}` : `column ${column}`;
  return `${phrase} (${place})`;
}
