import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import { canQuoteSingly, isReservedWord, quoteYaml } from './write.ts';

/** A scalar of a base: how it is written. */
export interface WrittenScalar {
  readonly event: ScalarEvent;
  /** As it stands in the file, with quotes or block header. */
  readonly source: string;
  /** Offsets within `source` behind the block header and at the start of the content. */
  readonly headerEnd: number;
  readonly contentStart: number;
  readonly isFlow: boolean;
  readonly newline: string;
}

/** Starts with a letter, and has nothing that could end a plain scalar or be taken for more than text. */
const PLAIN_TEXT = /^\p{L}[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]*$/u;
const PLAIN_NUMBER = /^[-+]?\d+(?:\.\d+)?$/;

/** Writes a text in the style of the scalar that it replaces, or between double quotes where that cannot hold it. */
export function rewriteScalar(text: string, was: WrittenScalar): string {
  const candidate = inStyle(text, was);
  return candidate !== null && readsAs(candidate, text, was) ? candidate : inQuotes(text, was);
}

function inStyle(text: string, was: WrittenScalar): string | null {
  const { style } = was.event;
  switch (style) {
    case SCALAR_STYLE.PLAIN: {
      const isNumber = PLAIN_NUMBER.test(was.source) && PLAIN_NUMBER.test(text);
      if (isNumber) return text;
      if (!PLAIN_TEXT.test(text) || isReservedWord(text)) return null;
      return was.isFlow && /[,[\]{}]/.test(text) ? null : text;
    }
    case SCALAR_STYLE.SINGLE_QUOTED:
      return canQuoteSingly(text) ? `'${text.replaceAll("'", "''")}'` : null;
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return null;
    default:
      return inBlock(text, was);
  }
}

const CHOMPED = { STRIP: 2, KEEP: 3 };

/** A block scalar with the same header. Null if its chomping or its indentation do not fit the text. */
function inBlock(
  text: string,
  { event, source, contentStart, newline }: WrittenScalar,
): string | null {
  const { style, chomping, indent } = event;
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  if (chomping === CHOMPED.KEEP || (chomping === CHOMPED.STRIP) === text.endsWith('\n'))
    return null;
  const lines = body.split('\n');
  if (style === SCALAR_STYLE.FOLDED_BLOCK && lines.length > 1) return null;
  if (!lines.every((line) => line === '' || (/\S/.test(line) && canStandInBlock(line))))
    return null;
  if (/^[ \t]/.test(body) || lines[0] === '' || lines.at(-1) === '') return null;
  const content = lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)).join(newline);
  return source.slice(0, contentStart) + content + trailingBreaks(source);
}

const canStandInBlock = (line: string): boolean =>
  !/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/.test(line);

const trailingBreaks = (source: string): string => /(?:[ \t]*(?:\r\n|\n|\r))*$/.exec(source)![0];

function inQuotes(text: string, { event, source, headerEnd, contentStart }: WrittenScalar): string {
  const quoted = quoteYaml(text);
  const isBlock =
    event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
  // What follows the header on its line stays, and so do blank lines behind the content.
  if (!isBlock) return quoted;
  const rest = trailingBreaks(source).replace(/^[ \t]*(?:\r\n|\n|\r)/, '');
  return quoted + source.slice(headerEnd, contentStart) + rest;
}

/** True if a scalar, put behind a key, is read as a text in its style. */
function readsAs(written: string, text: string, { event, isFlow }: WrittenScalar): boolean {
  const head = event.indent > 0 ? `${' '.repeat(event.indent - 1)}k: ` : 'k: ';
  const file = isFlow ? `{${head}${written}}` : `${head}${written}\n`;
  try {
    const scalar = parseEvents(file, {})[3];
    return (
      scalar?.type === EVENT_ID.SCALAR &&
      scalar.style === event.style &&
      getScalarValue(file, scalar) === text
    );
  } catch {
    return false;
  }
}
