import { fixForRuntime } from '../runtimes/fix-for-runtime.ts';
import { readIcu } from '../syntax/icu.ts';
import type { Token } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import { endingOf, localMark } from '../words/punctuation.ts';
import { findWords } from '../words/words.ts';
import type { CheckCode, Finding, FindingRange } from './findings.ts';
import { fixCode } from './fix-code.ts';
import { verifyMessage, visibleText } from './verify-message.ts';
import type { VerifyOptions } from './verify-options.ts';

/**
 * Maximum number of fixes for a text. Each fix is verified, so the limit keeps the time linear in
 * the length of the text.
 */
const MAX_FIXES = 8;

const BREAK = /\r\n|[\n\r\u2028\u2029]/;

interface Texts {
  readonly source: string;
  readonly target: string;
  readonly options: VerifyOptions;
  readonly findings: readonly Finding[];
}

type Range = Omit<FindingRange, 'side'>;

const leadOf = (text: string): string => text.slice(0, text.length - text.trimStart().length);
const trailOf = (text: string): string => text.slice(text.trimEnd().length);

function rangeOf(text: string, part: string, from: 'first' | 'last' = 'first'): Range | null {
  const start = from === 'first' ? text.indexOf(part) : text.lastIndexOf(part);
  return start < 0 || part === '' ? null : { start, end: start + part.length };
}

/**
 * Returns the range of the punctuation at the end of a text. Null if the end contains an escape.
 */
function endRange(text: string, tokens: readonly Token[], locale: string): Range | null {
  const visible = visibleText(tokens);
  const { start, end } = endingOf(visible, locale);
  const tail = visible.length - start;
  const last = tokens.at(-1);
  const isAligned = last?.type === 'text' && !last.escapes && last.text.length >= tail;
  if (tail > 0 && !isAligned) return null;
  return { start: text.length - tail, end: text.length - (visible.length - end) };
}

/** Returns the range of the translation that exceeds the maximum number of code points. */
function excessOf(target: string, maxLength: number): Range {
  let start = 0;
  let count = 0;
  for (const char of target) {
    if (count++ >= maxLength) break;
    start += char.length;
  }
  return { start, end: target.length };
}

const LOST_IN_SOURCE: ReadonlySet<CheckCode> = new Set([
  'placeholder_missing',
  'tag_missing',
  'glossary_term',
]);

function locate({ code, value, at, params }: Finding, texts: Texts): FindingRange | undefined {
  const { source, target, options } = texts;
  const onTarget = (range: Range | null | undefined): FindingRange | undefined =>
    range ? { ...range, side: 'target' } : undefined;
  const onSource = (range: Range | null | undefined): FindingRange | undefined =>
    range ? { ...range, side: 'source' } : undefined;
  if (code === 'glossary_term') {
    const term = options.terms?.find((term) => source.slice(term.start, term.end) === value);
    return onSource(term && { start: term.start, end: term.end });
  }
  if (at !== undefined || code.startsWith('plural_') || code.startsWith('icu_')) return at;
  if (value !== undefined) {
    if (LOST_IN_SOURCE.has(code) && params?.reason !== 'quoted')
      return onSource(rangeOf(source, value));
    const order = code === 'placeholder_duplicated' ? 'last' : 'first';
    return onTarget(rangeOf(target, value, order)) ?? onSource(rangeOf(source, value));
  }
  switch (code) {
    case 'edge_whitespace': {
      const lead = leadOf(target);
      if (lead !== leadOf(source)) return onTarget({ start: 0, end: lead.length });
      return onTarget({ start: target.trimEnd().length, end: target.length });
    }
    case 'end_punctuation': {
      if (Array.isArray(readIcu(target, options.format))) return undefined;
      const tokens = tokenize(target, options.format);
      return onTarget(endRange(target, tokens, options.targetLocale));
    }
    case 'too_long':
      return onTarget(excessOf(target, options.maxLength!));
    case 'line_breaks': {
      const breakIn = (text: string): Range | null => rangeOf(text, BREAK.exec(text)?.[0] ?? '');
      return onTarget(breakIn(target)) ?? onSource(breakIn(source));
    }
    case 'identical_to_source':
    case 'empty':
      return onTarget({ start: 0, end: target.length });
    default:
      return undefined;
  }
}

const splice = (text: string, { start, end }: Range, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

function onlyValue(findings: readonly Finding[], code: CheckCode): string | null {
  const found = findings.filter((finding) => finding.code === code);
  return found.length === 1 ? (found[0]!.value ?? null) : null;
}

function swap({ target, findings }: Texts, lost: CheckCode, unknown: CheckCode): string | null {
  const wanted = onlyValue(findings, lost);
  const found = onlyValue(findings, unknown);
  return wanted === null || found === null ? null : target.replaceAll(found, () => wanted);
}

const isMarkup = ({ type }: Token): boolean =>
  type === 'open' || type === 'close' || type === 'void';

function findTag(tokens: readonly Token[], tag: string): Set<Token> {
  const same = tokens.filter((token) => isMarkup(token) && token.source === tag);
  const ids = new Set(same.map((token) => (token.type === 'text' ? -1 : token.id)));
  return new Set(
    tokens.filter((token) => isMarkup(token) && token.type !== 'text' && ids.has(token.id)),
  );
}

/**
 * Returns the translation without a tag that the source text does not have. If the translation also
 * lacks a tag of the source text, the missing tag replaces the removed tag.
 */
function fixTag(value: string | undefined, { source, target, options, findings }: Texts) {
  const extra = onlyValue(findings, 'tag_extra') ?? value;
  if (extra === undefined) return null;
  const tokens = tokenize(target, options.format);
  const found = findTag(tokens, extra);
  if (found.size === 0) return null;
  const missing = onlyValue(findings, 'tag_missing');
  const wanted = missing === null ? [] : [...findTag(tokenize(source, options.format), missing)];
  const spellingOf = (token: Token): string =>
    wanted.find(({ type }) => type === token.type)?.source ?? '';
  return tokens.map((token) => (found.has(token) ? spellingOf(token) : token.source)).join('');
}

function fixEnding(at: Range, { source, target, options }: Texts): string | null {
  if (Array.isArray(readIcu(source, options.format))) return null;
  const visible = visibleText(tokenize(source, options.format));
  const { mark, start, end } = endingOf(visible, options.sourceLocale);
  const written = visible.slice(start, end);
  const wanted = mark === null ? '' : localMark(mark, options.targetLocale, written);
  return splice(target, at, wanted ?? '');
}

/**
 * Returns the translation with the glossary translation in place of the source term. Null if the term has no
 * translation, or if the source term does not occur exactly once as a whole word.
 */
function fixTerm(value: string, { source, target, options }: Texts): string | null {
  const term = options.terms?.find((term) => source.slice(term.start, term.end) === value);
  if (!term || term.doNotTranslate || term.target === undefined) return null;
  const words = findWords(target, options.format);
  const wanted = findWords(value, options.format).text;
  const at = rangeOf(words.text, wanted);
  if (at === null || words.text.indexOf(wanted, at.end) >= 0) return null;
  const isInWord =
    /[\p{L}\p{N}]$/u.test(words.text.slice(Math.max(0, at.start - 2), at.start)) ||
    /^[\p{L}\p{N}]/u.test(words.text.slice(at.end, at.end + 2));
  return isInWord ? null : splice(target, words.locate(at.start, at.end), term.target);
}

const withEdgesOf = (source: string, target: string): string =>
  leadOf(source) + target.trim() + trailOf(source);

/**
 * Returns the translation with the line breaks of the source text at its ends, or as one line if
 * the source text is one line.
 */
function fixBreaks({ source, target }: Texts): string | null {
  if (source.trim() === '') return null;
  if (BREAK.test(source)) return withEdgesOf(source, target);
  const lines = target.split(BREAK).map((line) => line.trim());
  return withEdgesOf(source, lines.filter((line) => line !== '').join(' '));
}

function propose(finding: Finding, at: FindingRange | undefined, texts: Texts) {
  const { code, value } = finding;
  const { source, target, options } = texts;
  switch (code) {
    case 'placeholder_missing':
    case 'placeholder_unknown':
      return swap(texts, 'placeholder_missing', 'placeholder_unknown');
    case 'tag_missing':
      return fixTag(undefined, texts);
    case 'tag_extra':
    case 'tag_unbalanced':
      return fixTag(value, texts);
    case 'edge_whitespace':
      return source.trim() === '' ? null : withEdgesOf(source, target);
    case 'end_punctuation':
      return at ? fixEnding(at, texts) : null;
    case 'line_breaks':
      return value === undefined ? fixBreaks(texts) : null;
    case 'glossary_term':
      return value === undefined ? null : fixTerm(value, texts);
    case 'runtime_refused':
    case 'runtime_misread':
      return fixForRuntime(finding, { source: options.isAlone ? null : source, target });
    default:
      return null;
  }
}

const nameOf = ({ code, value }: Finding): string => `${code} ${value ?? ''}`;

/**
 * Returns the findings of {@link verifyMessage} with ranges, and with fixes if possible. A fix
 * removes its finding and adds no new finding.
 */
export function verifyWithFixes(
  source: string,
  target: string,
  options: VerifyOptions,
  verify: typeof verifyMessage = verifyMessage,
): Finding[] {
  const findings = verify(source, target, options);
  const texts: Texts = { source, target, options, findings };
  const findingNames = new Set(findings.map(nameOf));
  const left = new Map<string, ReadonlySet<string>>();
  const isFix = (text: string, finding: Finding): boolean => {
    if (!left.has(text)) {
      if (left.size >= MAX_FIXES) return false;
      left.set(text, new Set(verify(source, text, options).map(nameOf)));
    }
    const names = left.get(text)!;
    return !names.has(nameOf(finding)) && [...names].every((name) => findingNames.has(name));
  };
  return findings.map((finding) => {
    const at = locate(finding, texts);
    const text = fixCode(finding, texts) ?? propose(finding, at, texts);
    const isProven = text !== null && text !== target && isFix(text, finding);
    return { ...finding, ...(at && { at }), ...(isProven && { fix: { text } }) };
  });
}
