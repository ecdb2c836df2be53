import { type Found, isCountName } from './scan.ts';

// The text after the name must not make it two specifiers: `%dx%d`, `%ld%%`.
const PERCENT = /%([A-Za-z_]\w{1,63})%(?![\w%@(<{#+*'$]|[-.]\d)/y;
// A printf specifier after a percent sign that should have been `%%`.
const SPECIFIER = /^(?:hh|h|ll|l|L|q|j|z|t)[diouxXeEfFgGaAcCsSpn]$/;
// Scripts that write words and particles next to a name without a space: `:nameさん`.
const UNSPACED =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]';
const IS_UNSPACED = new RegExp(UNSPACED, 'u');
const COLON = new RegExp(`:([A-Za-z_]\\w{0,63})(?:(?=${UNSPACED})|(?![\\p{L}\\p{N}_]))`, 'uy');
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

/** Scans `%name%` of Symfony, Twig and Windows' environment. */
export function scanPercentName(text: string, at: number): Found | null {
  const match = matchAt(PERCENT, text, at);
  if (!match || SPECIFIER.test(match[1]!) || WORD.test(text[at - 1] ?? '')) return null;
  return foundOf(match);
}

/**
 * Scans `:name` of Laravel at the start of a word. Directly after a word, as in `格式:json`, it is a placeholder only
 * with `canFollowWord`, which is for texts whose names are known.
 */
export function scanColonName(text: string, at: number, canFollowWord: boolean): Found | null {
  const before = text[at - 1];
  const starts = before === undefined || BEFORE_COLON.test(before);
  if (!starts && !(canFollowWord && IS_UNSPACED.test(before))) return null;
  const match = matchAt(COLON, text, at);
  return match && foundOf(match);
}

/** Scans `\(name)` of Swift. */
export function scanSwift(text: string, at: number): Found | null {
  const match = matchAt(SWIFT, text, at);
  return match && foundOf(match);
}

// A Windows path up to a backslash: `C:\temp`, `\\host\share`, `..`.
const WINDOWS_PATH =
  /(?:^|[\s"'(])(?:[A-Za-z]:|\\\\[^\s\\]{1,64}|\.{1,2})(?:\\[^\s\\]{1,64}){0,16}$/;
const MAX_PATH = 256;

/**
 * Scans an escape such as `
 * ` that is written out. If `strict` is false, because the format is guessed, it may be part of a Windows path: `C:
 * ew`.
 */
export function scanEscape(text: string, at: number, strict: boolean): Found | null {
  if (!/[ntr]/.test(text[at + 1] ?? '')) return null;
  const found: Found = { end: at + 2, kind: 'escape' };
  if (strict) return found;
  if (text[at - 1] === '\\') return null;
  return WINDOWS_PATH.test(text.slice(Math.max(0, at - MAX_PATH), at)) ? null : found;
}

const ERB = /<%[^<%]{1,300}%>/y;

/** Scans `<%= name %>` of ERB, EJS and Lodash. A statement such as `<% if (x) { %>` is positional. */
export function scanErb(text: string, at: number): Found | null {
  const match = matchAt(ERB, text, at);
  if (!match) return null;
  const positional = !/[=-]/.test(text[at + 2]!);
  return { end: at + match[0].length, kind: 'template', positional };
}
