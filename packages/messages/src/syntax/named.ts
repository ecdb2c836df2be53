import { ATTACHING_SCRIPTS } from '../words/unspaced.ts';
import { type Found, isCountName } from './scan.ts';

// Matches `%name%`. Excludes two printf specifiers, as in `%dx%d` and `%ld%%`.
const PERCENT = /%([A-Za-z_]\w{1,63})%(?![\w%@(<{#+*'$]|[-.]\d)/y;
// Matches a name between percent signs that is a printf specifier, such as `ld`. A second percent
// sign after it is probably a part of `%%`.
const SPECIFIER = /^(?:hh|h|ll|l|L|q|j|z|t)[diouxXeEfFgGaAcCsSpn]$/;
const ATTACHES = new RegExp(`[${ATTACHING_SCRIPTS}]`, 'u');
const COLON = new RegExp(
  `:([A-Za-z_]\\w{0,63})(?:(?=[${ATTACHING_SCRIPTS}])|(?![\\p{L}\\p{N}_]))`,
  'uy',
);
const BEFORE_COLON = /[\s\p{Ps}\p{Pi}"'¿¡>、。，：；！？・]/u;
const SWIFT = /\\\(([A-Za-z_]\w{0,63}(?:\.\w{1,64}){0,8})\)/y;
const WORD = /[\p{L}\p{N}_]/u;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const foundOf = (match: RegExpExecArray): Found => ({
  end: match.index + match[0].length,
  kind: 'named',
  numeric: isCountName(match[1]!),
});

/** Scans placeholders of Symfony, Twig and Windows environment variables: `%name%`. */
export function scanPercentName(text: string, at: number): Found | null {
  const match = matchAt(PERCENT, text, at);
  if (!match || SPECIFIER.test(match[1]!) || WORD.test(text[at - 1] ?? '')) return null;
  return foundOf(match);
}

/**
 * Scans placeholders of Laravel: `:name` at the start of a word. If `canFollowWord` is true, a
 * placeholder may directly follow a word, as in `格式:json`.
 */
export function scanColonName(text: string, at: number, canFollowWord: boolean): Found | null {
  const before = text[at - 1];
  const starts = before === undefined || BEFORE_COLON.test(before);
  if (!starts && !(canFollowWord && ATTACHES.test(before))) return null;
  const match = matchAt(COLON, text, at);
  return match && foundOf(match);
}

/** Scans interpolations of Swift: `\(name)`. */
export function scanSwift(text: string, at: number): Found | null {
  const match = matchAt(SWIFT, text, at);
  return match && foundOf(match);
}

// Matches the part of a Windows path before a backslash, such as `C:\temp`, `\\host\share` and
// `..`.
const WINDOWS_PATH =
  /(?:^|[\s"'(])(?:[A-Za-z]:|\\\\[^\s\\]{1,64}|\.{1,2})(?:\\[^\s\\]{1,64}){0,16}$/;
const MAX_PATH = 256;

/**
 * Scans a backslash escape such as `\n`. If `strict` is false, a backslash in a Windows path such
 * as `C:\new` is not an escape.
 */
export function scanEscape(text: string, at: number, strict: boolean): Found | null {
  if (!/[ntr]/.test(text[at + 1] ?? '')) return null;
  const found: Found = { end: at + 2, kind: 'escape' };
  if (strict) return found;
  if (text[at - 1] === '\\') return null;
  return WINDOWS_PATH.test(text.slice(Math.max(0, at - MAX_PATH), at)) ? null : found;
}
