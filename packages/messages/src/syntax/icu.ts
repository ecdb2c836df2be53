import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import { FLUTTER_FORMATS, ICU_FORMATS, type MessageFormat } from '../token/token.ts';
import { IcuFault } from './icu-fault.ts';
import { replaceTextBraces } from './relaxed-braces.ts';

/** Literal text of an ICU message as written, including quoting apostrophes. */
export interface IcuLiteral {
  readonly type: 'literal';
  readonly raw: string;
  readonly start: number;
  /** True directly inside a plural option. `#` is then the number. */
  readonly inPlural: boolean;
  readonly nested: boolean;
  /** True if apostrophes in the text quote. False if they are ordinary characters. */
  readonly quotes: boolean;
}

/** An argument such as `{name}` or `{price, number, ::currency/EUR}`. */
export interface IcuArgument {
  readonly type: 'argument';
  readonly raw: string;
  readonly name: string;
  readonly format: 'none' | 'number' | 'date' | 'time';
}

/** Markup of MessageFormat 2, such as `{#b}`. */
export interface Mf2MarkupNode {
  readonly type: 'markup';
  readonly raw: string;
  readonly role: 'open' | 'close' | 'void';
  /** Name in braces, such as `{b}`. */
  readonly name: string;
}

export interface IcuPound {
  readonly type: 'pound';
  readonly owner: IcuDimension;
}

/** A range of UTF-16 code units in the message. */
export interface IcuRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Identifies the value by which a selector chooses an option: the argument, the kind and the
 * offset. Selectors with the same dimension depend on the same value.
 */
export interface IcuDimension {
  readonly key: string;
  readonly name: string;
  readonly kind: 'select' | 'cardinal' | 'ordinal';
  readonly offset: number;
}

export interface IcuSelector {
  readonly type: 'selector';
  readonly raw: string;
  readonly dimension: IcuDimension;
  readonly options: ReadonlyMap<string, readonly IcuNode[]>;
  readonly at: IcuRange;
  /**
   * Position of each option in the message. The range begins at the option's key and ends after its
   * closing brace.
   */
  readonly optionsAt: ReadonlyMap<string, IcuRange>;
  readonly layout: IcuLayout;
}

/** White space style of a selector, which a translation copies from the source message. */
export interface IcuLayout {
  /** Beginning of the selector, such as `{n, plural, offset:1 `. */
  readonly head: string;
  readonly inner: string;
  readonly gap: string;
  readonly tail: string;
}

export type IcuNode = IcuLiteral | IcuArgument | Mf2MarkupNode | IcuPound | IcuSelector;

/**
 * Maximum nesting depth. It is far beyond real messages and prevents a stack overflow in recursive
 * functions.
 */
const MAX_DEPTH = 40;
const ICU_HINT =
  /\{\s{0,8}[^\s{},]{1,64}\s{0,8},\s{0,8}(?:plural|selectordinal|select|number|date|time|spellout|ordinal|duration)\s{0,8}[,}]/u;

function dimensionOf(element: SelectElement | PluralElement): IcuDimension {
  const { value: name } = element;
  if (element.type === TYPE.select)
    return { key: `select ${name}`, name, kind: 'select', offset: 0 };
  const kind = element.pluralType === 'ordinal' ? 'ordinal' : 'cardinal';
  return { key: `${kind} ${element.offset} ${name}`, name, kind, offset: element.offset };
}

interface Context {
  readonly text: string;
  readonly owner: IcuDimension | null;
  readonly depth: number;
  readonly quotes: boolean;
}

function layoutOf(raw: string, spans: readonly (readonly [string, number, number])[]): IcuLayout {
  const [first, second] = spans;
  const before = raw.slice(0, first![1]);
  const key = before.trimEnd();
  const head = key.slice(0, key.length - first![0].length);
  const between = second ? raw.slice(first![2], second[1]).trimEnd() : '';
  return {
    head,
    inner: before.slice(key.length),
    gap: second
      ? between.slice(0, between.length - second[0].length)
      : head.slice(head.trimEnd().length) || ' ',
    tail: raw.slice(spans.at(-1)![2], -1),
  };
}

function convertSelector(element: SelectElement | PluralElement, context: Context): IcuSelector {
  const { text, depth, quotes } = context;
  if (depth >= MAX_DEPTH) throw new RangeError('the message is nested too deeply');
  const { start, end } = element.location!;
  const dimension = dimensionOf(element);
  const owner = dimension.kind === 'select' ? null : dimension;
  const entries = Object.entries(element.options).sort(
    ([, a], [, b]) => a.location!.start.offset - b.location!.start.offset,
  );
  const raw = text.slice(start.offset, end.offset);
  const layout = layoutOf(
    raw,
    entries.map(([name, { location }]) => {
      const braces = location!;
      return [name, braces.start.offset - start.offset, braces.end.offset - start.offset] as const;
    }),
  );
  const options = new Map(
    entries.map(([name, option]) => [
      name,
      convertNodes(option.value, { text, owner, depth: depth + 1, quotes }),
    ]),
  );
  const optionsAt = new Map(
    entries.map(([name, { location }]) => {
      const nameEnd = text.slice(start.offset, location!.start.offset).trimEnd().length;
      const at = start.offset + nameEnd - name.length;
      return [name, { start: at, end: location!.end.offset }];
    }),
  );
  const at = { start: start.offset, end: end.offset };
  return { type: 'selector', raw, dimension, options, at, optionsAt, layout };
}

const FORMATS = new Map<TYPE, IcuArgument['format']>([
  [TYPE.argument, 'none'],
  [TYPE.number, 'number'],
  [TYPE.date, 'date'],
  [TYPE.time, 'time'],
]);

function convertNodes(elements: readonly MessageFormatElement[], context: Context): IcuNode[] {
  return elements.map((element): IcuNode => {
    const { start, end } = element.location!;
    const raw = context.text.slice(start.offset, end.offset);
    switch (element.type) {
      case TYPE.literal:
        return {
          type: 'literal',
          raw,
          start: start.offset,
          inPlural: context.owner !== null,
          nested: context.depth > 0,
          quotes: context.quotes,
        };
      case TYPE.pound:
        return { type: 'pound', owner: context.owner! };
      case TYPE.select:
      case TYPE.plural:
        return convertSelector(element, context);
      default:
        return { type: 'argument', raw, name: element.value, format: FORMATS.get(element.type)! };
    }
  });
}

// Matches ICU formats (MessageFormat, ARG_TYPE) that FormatJS does not support. They are parsed as
// `number`.
const NUMBER_FORMAT = /(,\s{0,8})(spellout|ordinal|duration)(?=\s{0,8}[,}])/g;

/**
 * Replaces a character that FormatJS would read as syntax, although it is ordinary text. It has the
 * same length as the character, so that all offsets stay the same.
 */
const PUNCTUATION = '\u2019';

/**
 * Parses a text as ICU MessageFormat. Markup is parsed as words. Returns an Error for an invalid
 * text.
 */
export function parseIcu(text: string, format: MessageFormat = 'icu'): IcuNode[] | Error {
  const quotes = !FLUTTER_FORMATS.has(format);
  try {
    const withoutRelaxed =
      format === 'flutter_relaxed' ? replaceTextBraces(text, PUNCTUATION) : text;
    const readable = (
      quotes ? withoutRelaxed : withoutRelaxed.replace(/['#]/g, PUNCTUATION)
    ).replace(NUMBER_FORMAT, (_, comma, style) => comma + 'number'.padEnd(style.length));
    const elements = parse(readable, {
      captureLocation: true,
      ignoreTag: true,
      shouldParseSkeletons: false,
    });
    return convertNodes(elements, { text, owner: null, depth: 0, quotes });
  } catch (error) {
    if (error instanceof SyntaxError) return new IcuFault(error, text);
    if (error instanceof RangeError) return error;
    throw error;
  }
}

/**
 * Returns the nodes of a text that is an ICU message under the given format, or an error if the message is invalid.
 * Returns null for other texts. Under `auto`, a text is an ICU message only if it is valid and has a plural, a
 * select or a formatted argument.
 */
export function readIcu(text: string, format: MessageFormat): IcuNode[] | null | Error {
  if (ICU_FORMATS.has(format)) return parseIcu(text, format);
  if (format !== 'auto' || !ICU_HINT.test(text)) return null;
  const nodes = parseIcu(text);
  if (nodes instanceof Error) return null;
  const isIcu = nodes.some(
    (node) => node.type === 'selector' || (node.type === 'argument' && node.format !== 'none'),
  );
  return isIcu ? nodes : null;
}
