import { hexOf } from '../xliff/inline/characters.ts';
import { joinParts, type Part, partsOfContent, readingsOf, type Vocabulary } from './markup.ts';

export interface TextRules {
  /** True for Compose Multiplatform, whose only escapes are `\n`, `\t`, `\uXXXX` and `\\`. */
  readonly isCompose: boolean;
  readonly vocabulary: Vocabulary;
}

export type TextStyle = 'plain' | 'quoted' | 'escaped' | 'cdata';

export interface DecodedText {
  text: string;
  /** True if the element is a reference to another resource, such as `@string/app_name`. */
  isReference: boolean;
  /** True if the text contains an unescaped apostrophe, which AAPT2 rejects. */
  hasApostrophe: boolean;
}

export class TextError extends Error {}

/** Matches the content of an element that needs decoding: escapes, references, markup or white space to collapse. */
const NEEDS_DECODING = /[<&\\"'\t\n\r]| {2}|^[ @?]| $/;
const RESOURCE_TYPES =
  'anim|animator|array|attr|bool|color|configVarying|dimen|drawable|font|fraction|id|integer|interpolator|layout|' +
  'macro|menu|mipmap|navigation|plurals|raw|string|style|styleable|transition|xml';
const REFERENCE = new RegExp(
  `^(?:@(?:null|empty|[+*]?(?:[^:/]+:)?(?:${RESOURCE_TYPES})/.+)|\\?(?:[^:/]+:)?(?:attr/)?[^:/]+)$`,
);

/**
 * Decodes the content of an element.
 * @throws TextError for an invalid escape.
 */
export function decodeText(raw: string, rules: TextRules): DecodedText {
  if (!NEEDS_DECODING.test(raw)) return { text: raw, isReference: false, hasApostrophe: false };
  const parts = partsOfContent(raw);
  const only = parts.length === 1 ? parts[0]! : null;
  if (rules.isCompose) {
    const decoded = parts.map((part): Part => {
      return part.kind === 'text' ? { kind: 'text', text: unescapeCompose(part.text) } : part;
    });
    const text = joinParts(decoded, rules.vocabulary);
    return { text, isReference: false, hasApostrophe: false };
  }
  if (!parts.some(isSpan)) trimEnds(parts);
  if (only?.kind === 'text' && REFERENCE.test(only.text)) {
    return { text: only.text, isReference: true, hasApostrophe: false };
  }
  const decoder = new Decoder();
  const decoded = parts.flatMap((part) => decoder.take(part));
  const text = joinParts(decoded, rules.vocabulary);
  return { text, isReference: false, hasApostrophe: decoder.hasApostrophe };
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/**
 * True for a tag that AAPT2 keeps as a span. AAPT2 drops elements of another namespace, such as
 * `<xliff:g>`.
 */
const isSpan = (part: Part): boolean => part.kind === 'tag' && !part.name.includes(':');

function trimEnds(parts: Part[]): void {
  const first = parts.find((part) => part.kind === 'text');
  const last = parts.findLast((part) => part.kind === 'text');
  if (first === undefined || last === undefined) return;
  const isBehindEntity = parts[parts.indexOf(first) - 1]?.kind === 'entity';
  if (!isBehindEntity) {
    let start = 0;
    while (isSpace(first.text.charCodeAt(start))) start += 1;
    first.text = first.text.slice(start);
  }
  const isBeforeEntity = parts[parts.lastIndexOf(last) + 1]?.kind === 'entity';
  if (!isBeforeEntity) {
    let end = last.text.length;
    while (end > 0 && isSpace(last.text.charCodeAt(end - 1))) end -= 1;
    last.text = last.text.slice(0, end);
  }
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** Collapses white space outside of quotes, as AAPT2's `StringBuilder` does. */
class Decoder {
  hasApostrophe = false;
  #isQuoted = false;
  #wasSpace = false;

  take(part: Part): Part[] {
    if (part.kind === 'text') {
      const text = this.#decode(part.text);
      return text === '' ? [] : [{ kind: 'text', text }];
    }
    if (part.kind === 'entity') this.#wasSpace = false;
    else if (isSpan(part)) {
      this.#isQuoted = false;
      this.#wasSpace = false;
    }
    return [part];
  }

  #decode(text: string): string {
    let decoded = '';
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (isSpace(code) && !this.#isQuoted) {
        if (!this.#wasSpace) decoded += ' ';
        this.#wasSpace = true;
        continue;
      }
      this.#wasSpace = false;
      if (code === BACKSLASH) {
        index += 1;
        const escaped = text.charAt(index);
        if (escaped === 'u') {
          decoded += unicodeAt(text, index);
          index += 4;
        } else {
          decoded += ESCAPED[escaped] ?? escaped;
        }
      } else if (code === QUOTE) {
        this.#isQuoted = !this.#isQuoted;
      } else {
        if (code === APOSTROPHE && !this.#isQuoted) this.hasApostrophe = true;
        decoded += text.charAt(index);
      }
    }
    return decoded;
  }
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

function unicodeAt(text: string, at: number): string {
  const digits = text.slice(at + 1, at + 5);
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
    throw new TextError('\\u must be followed by four hexadecimal digits');
  }
  return String.fromCharCode(Number.parseInt(digits, 16));
}

const unescapeCompose = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([nt\\]))/g, (_, digits?: string, letter = '') =>
    digits === undefined
      ? (ESCAPED[letter] ?? '\\')
      : String.fromCharCode(Number.parseInt(digits, 16)),
  );

export function styleOf(raw: string): TextStyle {
  const content = raw.trim();
  const outside = content.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  if (outside.includes('<')) return 'plain';
  if (outside !== content) return 'cdata';
  if (/&(?:lt|#60|#x3c);/i.test(content)) return 'escaped';
  return content.length > 1 && content.startsWith('"') && content.endsWith('"')
    ? 'quoted'
    : 'plain';
}

/** Returns element content that {@link decodeText} decodes to `text`. */
export function encodeText(text: string, rules: TextRules, style?: TextStyle): string {
  const steps = encodeTextInSteps(text, rules, style);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the work of {@link encodeText} in steps of some milliseconds. */
export function* encodeTextInSteps(
  text: string,
  rules: TextRules,
  style: TextStyle = 'plain',
): Generator<void, string> {
  const isBare = style === 'plain' || style === 'escaped';
  if (isBare && !NEEDS_ESCAPE.test(text)) return text;
  if (style === 'plain' || style === 'quoted') {
    for (const parts of readingsOf(text, rules.vocabulary)) {
      yield;
      // AAPT2 ends quotes at markup.
      const isOnlyText = parts.every(({ kind }) => kind === 'text');
      const raw = encodeQuoted(parts, rules, isOnlyText ? style : 'plain');
      yield;
      if (decodeText(raw, rules).text === text) return raw;
    }
  }
  return encodeQuoted([{ kind: 'text', text }], rules, style);
}

function encodeQuoted(parts: readonly Part[], rules: TextRules, style: TextStyle): string {
  const raw = encodeParts(parts, rules, style);
  if (style === 'cdata') return `<![CDATA[${raw.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  return style === 'quoted' && !rules.isCompose ? `"${raw}"` : raw;
}

function encodeParts(parts: readonly Part[], { isCompose }: TextRules, style: TextStyle): string {
  const first = parts.findIndex(({ kind }) => kind === 'text');
  const last = parts.findLastIndex(({ kind }) => kind === 'text');
  let wasSpace = false;
  let raw = '';
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'text') {
      raw += part.raw;
      if (part.kind === 'entity' || isSpan(part)) wasSpace = false;
      continue;
    }
    let { text } = part;
    if (text === '') continue;
    const endsInSpace = text.endsWith(' ');
    text = escapeText(text, isCompose, style);
    if (!isCompose && style !== 'quoted') {
      text = text.replaceAll(/(?<= ) /g, SPACE);
      const isStart = index === first && parts[index - 1]?.kind !== 'entity';
      const isEnd = index === last && parts[index + 1]?.kind !== 'entity';
      if ((isStart || wasSpace) && text.startsWith(' ')) text = SPACE + text.slice(1);
      if (isEnd && text.endsWith(' ')) text = text.slice(0, -1) + SPACE;
      if (index === 0 && /^[@?]/.test(text)) text = `\\${text}`;
    }
    wasSpace = endsInSpace;
    raw += text;
  }
  return raw;
}

const SPACE = '\\u0020';
const TO_ESCAPE = /[\\'"&<>\0-\x1f\ufffe\uffff]/;
/** Matches a text that needs quotes or escapes as element content. */
const NEEDS_ESCAPE = /[\\'"&<>\0-\x1f\ufffe\uffff]| {2}|^[ @?]| $/;
const TO_ESCAPE_ALL = new RegExp(TO_ESCAPE, 'g');
const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeText(text: string, isCompose: boolean, style: TextStyle): string {
  if (!TO_ESCAPE.test(text)) return text;
  return text.replace(TO_ESCAPE_ALL, (character) => {
    const reference = REFERENCES[character];
    if (reference !== undefined) return style === 'cdata' ? character : reference;
    if (character === '\\') return '\\\\';
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    if (character === '"') return isCompose ? character : '\\"';
    if (character === "'") return isCompose || style === 'quoted' ? character : "\\'";
    return `\\u${hexOf(character).toLowerCase()}`;
  });
}
