import type { FileRow, WriteOptions } from '../format.ts';
import { canonicalTag } from '../locale/locale-tag.ts';
import { NameTree, type NestedStep } from '../names/names.ts';
import { valueIn } from '../patch/value-in.ts';
import { requireText } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';
import { isKnownLanguage } from './root-locale.ts';

/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;
export const INDENT = '  ';
/**
 * Maximum length of a key that is written as `key:`. YAML 1.2.2 section 7.4.2 limits such keys to
 * 1,024 characters, and longer keys are written `? key`.
 */
const IMPLICIT_KEY_LENGTH = 1000;

/** Matches keys that need no quotes, unless they are reserved words. */
const PLAIN_KEY = /^[A-Za-z][A-Za-z0-9_.-]*$/;
export const RESERVED_WORD = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/**
 * Characters that need an escape in double quotes: quote, backslash, control characters, the line
 * breaks of YAML 1.1 (NEL, LS, PS), the byte order mark, and all unprintable characters (YAML 1.2.2
 * section 5.1).
 */
export const ESCAPED = /["\\\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const RUBY_NUMBER_SETTING = /^(?:precision|significant|strip_insignificant_zeros)$/;

/**
 * Returns a text as a double-quoted scalar on one line. Only this style can represent every text
 * and is always read as a string.
 */
export function quoteYaml(text: string): string {
  return `"${text.replace(ESCAPED, escapeCharacter)}"`;
}

/**
 * True for a key of Rails' locale files whose value must be an unquoted number, boolean or symbol
 * (Rails guide "Internationalization", sections 5.1 and 5.2; locale/en.yml of activesupport).
 */
function isRubySetting(name: string, text: string, separator: string | null): boolean {
  const [first, ...rest] = separator === null ? [name] : name.split(separator);
  const last = rest.at(-1) ?? '';
  if (first === 'number')
    return RUBY_NUMBER_SETTING.test(last) && /^(?:true|false|\d+)$/.test(text);
  return first === 'date' && /^order\[\d+\]$/.test(last) && /^:\w+$/.test(text);
}

function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  const hex = character.charCodeAt(0).toString(16);
  return hex.length <= 2 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

export function keyBefore(key: string, indent: string): string {
  const isPlain = PLAIN_KEY.test(key) && !RESERVED_WORD.test(key);
  const written = isPlain ? key : quoteYaml(key);
  if (written.length <= IMPLICIT_KEY_LENGTH) return `${written}:`;
  return `? ${written}\n${indent}:`;
}

export async function* writeFlatYaml(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const localeTag = onlyLocale(options);
  const yielder = new Yielder();
  let piece = '';
  let isEmpty = true;
  for await (const batch of rows) {
    for (const row of batch) {
      const text = textOf(row, localeTag);
      if (text === undefined) continue;
      isEmpty = false;
      piece += `${keyBefore(row.name, '')} ${quoteYaml(text)}\n`;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      if (yielder.isDue()) await yielder.pause();
    }
  }
  yield isEmpty ? '{}\n' : piece;
}

export async function* writeNestedYaml(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const localeTag = onlyLocale(options);
  const yielder = new Yielder();
  const tree = new NameTree(options.keySeparator);
  const texts: string[] = [];
  for await (const batch of rows) {
    for (const row of batch) {
      const text = textOf(row, localeTag);
      if (text === undefined) continue;
      tree.add(row.name);
      texts.push(text);
      if (yielder.isDue()) await yielder.pause();
    }
  }
  if (texts.length === 0) {
    yield '{}\n';
    return;
  }
  const { forRuby = false, keySeparator, taken = [] } = options;
  for (const list of taken) tree.reserve(list);
  const writer = new NestedWriter((index) => {
    const text = texts[index]!;
    const isBare = forRuby && isRubySetting(tree.names[index]!, text, keySeparator);
    return isBare ? text : quoteYaml(text);
  });
  if (forRuby || looksLikeLocale(tree, options)) writer.startLocale(localeTag);
  for (const step of tree.walk()) {
    writer.take(step);
    if (writer.piece.length < PIECE_LENGTH) continue;
    yield writer.takePiece();
    if (yielder.isDue()) await yielder.pause();
  }
  yield writer.takePiece();
}

class NestedWriter {
  piece = '';
  readonly #scalarAt: (index: number) => string;
  readonly #open: { isArray: boolean; indent: string }[] = [];
  #rootIndent = '';
  /** True if the next entry is written on the same line as the dash before it. */
  #isBehindDash = false;

  constructor(scalarAt: (index: number) => string) {
    this.#scalarAt = scalarAt;
  }

  startLocale(localeTag: string): void {
    this.piece += `${keyBefore(localeTag, '')}\n`;
    this.#rootIndent = INDENT;
  }

  take(step: NestedStep): void {
    if (step.kind === 'end') {
      this.#open.pop();
      return;
    }
    const parent = this.#open.at(-1);
    const isArray = step.kind === 'array';
    if (parent === undefined) {
      this.#open.push({ isArray, indent: this.#rootIndent });
      return;
    }
    if (!this.#isBehindDash) this.piece += parent.indent;
    this.#isBehindDash = false;
    if (parent.isArray) this.piece += '-';
    else this.piece += keyBefore(step.key ?? '', parent.indent);
    if (step.kind === 'leaf') {
      this.piece += ` ${this.#scalarAt(step.index)}\n`;
      return;
    }
    if (step.kind === 'null') {
      this.piece += ' null\n';
      return;
    }
    this.#isBehindDash = parent.isArray;
    this.piece += parent.isArray ? ' ' : '\n';
    this.#open.push({ isArray, indent: parent.indent + INDENT });
  }

  takePiece(): string {
    const { piece } = this;
    this.piece = '';
    return piece;
  }
}

/** True if a reader could mistake the only root key for a locale. */
function looksLikeLocale(tree: NameTree, options: WriteOptions): boolean {
  let rootKey: string | null = null;
  let depth = 0;
  for (const step of tree.walk()) {
    if (step.kind === 'end') {
      depth -= 1;
      continue;
    }
    if (depth === 1) {
      if (rootKey !== null || step.kind !== 'object') return false;
      rootKey = step.key;
    }
    if (step.kind === 'object' || step.kind === 'array') depth += 1;
  }
  const tag = rootKey === null ? null : canonicalTag(rootKey);
  if (tag === null) return false;
  const projectTags = [options.sourceLocaleTag, ...options.localeTags].map(canonicalTag);
  return projectTags.includes(tag) || isKnownLanguage(tag);
}

function onlyLocale({ localeTags }: WriteOptions): string {
  if (localeTags.length !== 1) throw new RangeError('a YAML file contains exactly one locale');
  return localeTags[0]!;
}

/**
 * Returns the text of a row in the locale. Checks first that the text and the name can be stored.
 */
function textOf(row: FileRow, localeTag: string): string | undefined {
  const value = valueIn(row.values, localeTag);
  if (value === undefined) return undefined;
  requireText(row.name, row.name);
  requireText(value.text, row.name);
  return value.text;
}
