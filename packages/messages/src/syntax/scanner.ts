import { findCode } from '../code/find-code.ts';
import { runSteps, type Steps } from '../token/steps.ts';
import {
  type Escape,
  type PlaceholderToken,
  type TermToken,
  type Token,
  textToken,
} from '../token/token.ts';
import { scanBrace, scanDoubleBrace, scanJs, scanLinked, scanNest, scanRuby } from './braces.ts';
import { scanEntity, scanTag, type TagFound } from './html.ts';
import { readIcuQuote } from './icu-quote.ts';
import { type Literals, literalReader, scanDollar } from './literals.ts';
import { findLinks } from './markdown.ts';
import { scanColonName, scanEscape, scanPercentName, scanSwift } from './named.ts';
import { pairTags, type RawToken } from './pair-tags.ts';
import {
  hasQt,
  isProsePercent,
  isQtArgument,
  scanPadded,
  scanPercent,
  scanPrintf,
  scanPython,
  scanQt,
  scanRubyFormat,
} from './printf.ts';
import { type Found, matchBrackets, NO_PARTNERS } from './scan.ts';
import { scanCode, scanEmail, scanEmoji, scanUrl } from './web.ts';

/**
 * Placeholder styles to look for. Markup, entities, addresses, code and emoji are found regardless
 * of these settings.
 */
export interface ScanStyles {
  readonly doubleBrace: boolean;
  readonly brace: boolean;
  readonly js: boolean;
  readonly nest: boolean;
  readonly ruby: boolean;
  readonly python: boolean;
  /** Includes `%name%`, `:name` and `\(name)`. */
  readonly named: boolean;
  readonly printf: 'no' | 'guess' | 'strict';
  /** Code of template languages, such as `{#if x}`, `@if (x) {` and `<%= name %>`. */
  readonly code: boolean;
  /** Handling of escapes that are written with a backslash, such as `\n` and `\t`. */
  readonly escapes: 'no' | 'guess' | 'strict';
  /** Format whose escapes are decoded. For Chrome, `$name$` and `$1` are also placeholders. */
  readonly literals: Literals | null;
  /** True if an apostrophe of an ICU message can quote. */
  readonly quotes: boolean;
  /** True if a text that is only `true`, `false` or `:name` is a setting, as in the locale files of Rails. */
  readonly settings: boolean;
}

/** A range of the text whose token is already known, such as an ICU argument or a glossary term. */
export interface ForcedToken {
  readonly start: number;
  readonly end: number;
  readonly token: Omit<PlaceholderToken, 'source'> | Omit<TermToken, 'source'> | ForcedTag;
}

/** A tag of another syntax than HTML, such as `{#b}`. */
export interface ForcedTag {
  readonly type: 'tag';
  readonly role: TagFound['role'];
  readonly name: string;
}

export interface ScanOptions {
  readonly styles: ScanStyles;
  readonly icu?: 'message' | 'plural';
  readonly forced?: readonly ForcedToken[];
  /**
   * Placeholders of the source text. Named placeholders are in lower case. In a translation, each
   * name in this set is a placeholder.
   */
  readonly known?: ReadonlySet<string>;
  /** Numbers that precede a percent sign in the source text, such as 50 in `50%`. */
  readonly percents?: ReadonlySet<string>;
}

const MAX_KNOWN_LENGTH = 40;

// Start of a CDATA section (XML 1.0 §2.7), as in Android's texts. The content of the section is
// also text with markup.
const CDATA_START = '<![CDATA[';
const CDATA_END = ']]>';

const ADDRESS = /:\/\/|mailto:|www\./i;
const WWW = /www\./i;
const SETTING = /^(?:true|false|:[a-z_]+)$/;
/** Matches every character that may begin a token. Excludes a colon at the end of a word, as in `Note: saved`. */
const MARK = /:\S|[<\]&{$%`\\@'\u001b\u203c-\u3299\ud83c-\ud83e]|\ufe0f/;

/** Number of UTF-16 code units that are scanned in one step. */
const UNITS_PER_STEP = 5_000;

/**
 * Splits a text into tokens in one pass. Concatenating the source texts of the tokens gives the
 * text.
 */
export const scanTokens = (text: string, options: ScanOptions): Token[] =>
  scanPlain(text, options) ?? runSteps(scanTokensInSteps(text, options));

/** Returns the tokens of a text that consists only of words, as most texts do. Null for other texts. */
export function scanPlain(
  text: string,
  { forced = [], styles }: Pick<ScanOptions, 'forced' | 'styles'>,
): Token[] | null {
  if (forced.length > 0 || MARK.test(text) || WWW.test(text)) return null;
  if (styles.settings && SETTING.test(text)) return null;
  return text === '' ? [] : [textToken(text)];
}

/** Does the work of {@link scanTokens} in steps of a few milliseconds. */
export function* scanTokensInSteps(text: string, options: ScanOptions): Steps<Token[]> {
  const { styles, icu, known } = options;
  const forced = options.forced ?? [];
  const hasAddress = ADDRESS.test(text);
  const braces = matchBrackets(text, '{');
  const parens = styles.nest && text.includes('$t(') ? matchBrackets(text, '(') : NO_PARTNERS;
  const readLiteral = styles.literals === null ? null : literalReader(text, styles.literals);
  const links = findLinks(text);
  const codes = styles.code ? yield* findCode(text, braces) : null;
  const lastComment = text.lastIndexOf('-->');
  const lastCdata = text.lastIndexOf(CDATA_END);
  let isInCdata = false;
  const raw: RawToken[] = [];
  let floor = 0;
  let flushed = 0;
  let decoded = '';
  let escapes: Escape[] = [];
  let nextForced = 0;

  const flush = (end: number): void => {
    if (end > floor) {
      const visible = decoded + text.slice(flushed, end);
      const token = { type: 'text', source: text.slice(floor, end), text: visible } as const;
      raw.push(escapes.length > 0 ? { ...token, escapes } : token);
    }
    decoded = '';
    escapes = [];
  };
  const restart = (at: number): void => {
    floor = at;
    flushed = at;
  };
  const decode = (at: number, end: number, visible: string): void => {
    decoded += text.slice(flushed, at);
    escapes.push({ at: decoded.length, text: visible, source: text.slice(at, end) });
    decoded += visible;
    flushed = end;
  };
  const findLinkHalf = (at: number): TagFound | null => {
    const half = links?.get(at);
    return half && isFree(at, half.end, forced, nextForced) ? half : null;
  };
  const scanMarkup = (at: number, code: number): TagFound | null => {
    if (code === 0x5d && isInCdata && text.startsWith(CDATA_END, at)) {
      isInCdata = false;
      return { end: at + CDATA_END.length, role: 'close', name: CDATA_START };
    }
    if (code !== 0x3c) return findLinkHalf(at);
    if (isInCdata || at >= lastCdata || !text.startsWith(CDATA_START, at)) {
      return scanTag(text, at, lastComment);
    }
    isInCdata = true;
    return { end: at + CDATA_START.length, role: 'open', name: CDATA_START };
  };
  const keep = (at: number, found: Found | TagFound): number => {
    flush(at);
    const source = text.slice(at, found.end);
    raw.push(
      'role' in found
        ? { type: 'tag', role: found.role, name: found.name, source }
        : placeholderOf(found, source),
    );
    restart(found.end);
    return found.end;
  };

  let qt: boolean | null = null;
  const isQt = (): boolean => {
    qt ??= known ? [...known].some(isQtArgument) : hasQt(text);
    return qt;
  };
  const scanKnown = (at: number): Found | null => {
    if (!known) return null;
    for (let length = Math.min(MAX_KNOWN_LENGTH, text.length - at); length > 1; length--) {
      if (known.has(text.slice(at, at + length))) {
        return scanPrintf(text, at, true) ?? { end: at + length, kind: 'printf' };
      }
    }
    return null;
  };
  const scanStyled = (at: number): Found | null => {
    const char = text[at];
    if (char === '{') {
      return (
        (styles.doubleBrace ? scanDoubleBrace(text, at, braces) : null) ??
        (styles.brace ? scanBrace(text, at, braces) : null)
      );
    }
    if (char === '$') {
      if (styles.literals === 'chrome') return scanDollar(text, at);
      return (
        (styles.nest ? scanNest(text, at, parens) : null) ??
        (styles.js ? scanJs(text, at, braces) : null)
      );
    }
    if (char !== '%') return null;
    const ruby = styles.ruby ? (scanRuby(text, at, braces) ?? scanRubyFormat(text, at)) : null;
    if (ruby) return isPercentBefore(at, ruby.end) ? null : ruby;
    const named = styles.named ? scanPercentName(text, at) : null;
    if (named) return named;
    const python = styles.python ? scanPython(text, at) : null;
    if (python) return python;
    if (styles.printf === 'no') return styles.ruby ? scanPercent(text, at) : null;
    const isStrict = styles.printf === 'strict';
    const printf = scanPrintf(text, at, isStrict);
    const isProse = printf !== null && isProsePercent(text, at, printf.end, options);
    return (
      scanPercent(text, at) ??
      (isProse ? null : printf) ??
      (isQt() ? scanQt(text, at) : null) ??
      (isStrict ? scanPadded(text, at, known) : null) ??
      scanKnown(at)
    );
  };
  // Turkish and Basque write the percent sign before the number, so `{n}%` becomes `%{n}`.
  const isPercentBefore = (at: number, end: number): boolean =>
    known?.has(text.slice(at + 1, end)) === true && !known.has(text.slice(at, end));
  // `:voir` in `Prix :voir` is a placeholder only if the source text contains it.
  const scanColon = (at: number): Found | null => {
    const colon = scanColonName(text, at, known !== undefined);
    return colon && known?.has(text.slice(at, colon.end).toLowerCase()) !== false ? colon : null;
  };
  const innerEnd = (at: number): number | null =>
    endOfForced(at, forced, nextForced) ?? scanStyled(at)?.end ?? null;

  let at = 0;
  if (styles.settings && SETTING.test(text)) at = keep(0, { end: text.length, kind: 'named' });
  let yieldsAt = UNITS_PER_STEP;
  while (at < text.length) {
    if (at >= yieldsAt) {
      yieldsAt = at + UNITS_PER_STEP;
      yield;
    }
    while (nextForced < forced.length && forced[nextForced]!.start < at) nextForced++;
    const fixed = forced[nextForced];
    if (fixed && fixed.start === at) {
      flush(at);
      raw.push({ ...fixed.token, source: text.slice(at, fixed.end) } as RawToken);
      nextForced++;
      at = fixed.end;
      restart(at);
      continue;
    }
    const code = text.charCodeAt(at);
    const literal = readLiteral?.(at, code);
    if (literal) {
      decode(at, literal.end, literal.text);
      at = literal.end;
      continue;
    }
    const coded = codes?.get(at);
    if (coded && isFree(at, coded.end, forced, nextForced)) {
      at = keep(at, coded);
      continue;
    }
    let found: Found | null = null;
    if (code === 0x3c || code === 0x5d || (links && (code === 0x5b || code === 0x21))) {
      const tag = scanMarkup(at, code);
      if (tag) {
        at = keep(at, tag);
        continue;
      }
    } else if (code === 0x27 && icu && styles.quotes) {
      const quote = readIcuQuote(text, at, icu === 'plural');
      if (quote) decode(at, quote.end, quote.text);
      at = quote?.end ?? at + 1;
      continue;
    } else if (code === 0x26) {
      const entity = scanEntity(text, at);
      if (entity?.text != null) {
        decode(at, entity.end, entity.text);
        at = entity.end;
        continue;
      }
      if (entity) found = { end: entity.end, kind: 'entity' };
    } else if (code === 0x7b || code === 0x24 || code === 0x25) found = scanStyled(at);
    else if (code === 0x60) found = scanCode(text, at);
    else if (code === 0x5c) {
      if (styles.named) found = scanSwift(text, at);
      if (styles.escapes !== 'no') found ??= scanEscape(text, at, styles.escapes === 'strict');
    } else if (code === 0x3a) {
      if (styles.named) found = scanColon(at);
    } else if (code === 0x40) {
      const email = scanEmail(text, at, flushed);
      if (email) {
        at = keep(email.start, { end: email.end, kind: 'email' });
        continue;
      }
      if (styles.nest) found = scanLinked(text, at);
    } else if (hasAddress && mayBeAddress(code)) found = scanUrl(text, at, innerEnd);
    else if (mayBeEmoji(text, at, code) || isKeycapBase(text, at, code))
      found = scanEmoji(text, at);
    at = found ? keep(at, found) : at + 1;
  }
  flush(text.length);
  return yield* pairTags(raw);
}

const placeholderOf = (found: Found, source: string): RawToken => ({
  type: 'placeholder',
  id: 0,
  source,
  kind: found.kind,
  numeric: found.numeric ?? false,
  positional: found.positional ?? false,
});

function endOfForced(at: number, forced: readonly ForcedToken[], from: number): number | null {
  for (let index = from; index < forced.length && forced[index]!.start <= at; index++) {
    if (forced[index]!.start === at) return forced[index]!.end;
  }
  return null;
}

// True for the first letters of `https:`, `ftp:`, `www.` and `mailto:`.
function mayBeAddress(code: number): boolean {
  const lower = code | 0x20;
  return lower === 0x68 || lower === 0x66 || lower === 0x77 || lower === 0x6d;
}

function isFree(start: number, end: number, forced: readonly ForcedToken[], from: number): boolean {
  for (let index = from; index < forced.length && forced[index]!.start < end; index++) {
    const { token } = forced[index]!;
    const isArgument =
      token.type === 'placeholder' && token.kind === 'icu' && token.part === undefined;
    if (forced[index]!.end > start && !isArgument) return false;
  }
  return true;
}

// True for a code unit that may begin an emoji.
function mayBeEmoji(text: string, at: number, code: number): boolean {
  if (code < 0xd800) return code >= 0x203c && code <= 0x3299;
  return code >= 0xd83c && code <= 0xd83e && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

// True for the first character of a keycap (a digit, # or * before U+20E3), and for © and ® with an
// emoji variation selector.
function isKeycapBase(text: string, at: number, code: number): boolean {
  if (code === 0xa9 || code === 0xae) return text.charCodeAt(at + 1) === 0xfe0f;
  const isBase = code === 0x23 || code === 0x2a || (code >= 0x30 && code <= 0x39);
  return isBase && text.charCodeAt(at + 1) === 0xfe0f;
}
