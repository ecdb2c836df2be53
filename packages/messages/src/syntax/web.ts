import { ATTACHING_SCRIPTS } from '../words/unspaced.ts';
import type { Found } from './scan.ts';

const SCHEMES = ['https://', 'http://', 'ftp://', 'mailto:', 'www.'];
const STOPS = new Set([...'<>"`{}|\\^ \t\r\n\u00a0\u3000']);
// Text in these scripts ends an address: "访问https://a.example查看".
const ENDS_ADDRESS = new RegExp(`[${ATTACHING_SCRIPTS}]`, 'u');
const TRAILING = new Set([...".,;:!?'"]);
const WORD = /[\p{L}\p{N}_]/u;

/**
 * Returns the end of a placeholder in an address (`https://a.example/{id}`). Null if no placeholder
 * begins at the offset.
 */
export type InnerScan = (at: number) => number | null;

function isAddressChar(char: string): boolean {
  if (char.charCodeAt(0) < 0x80) return !STOPS.has(char);
  return WORD.test(char) && !ENDS_ADDRESS.test(char);
}

/** Scans a web address. Includes placeholders in the address, and excludes punctuation after it. */
export function scanUrl(text: string, at: number, inner: InnerScan): Found | null {
  const before = text[at - 1];
  if (before !== undefined && /[A-Za-z0-9_@]/.test(before)) return null;
  const head = text.slice(at, at + 8).toLowerCase();
  const scheme = SCHEMES.find((candidate) => head.startsWith(candidate));
  if (scheme === undefined) return null;
  let end = at + scheme.length;
  let last = end;
  let open = 0;
  while (end < text.length) {
    const char = text[end]!;
    if (char === '{' || char === '$' || char === '%') {
      const innerEnd = inner(end);
      if (innerEnd !== null) {
        end = innerEnd;
        last = end;
        continue;
      }
    }
    if (!isAddressChar(char)) break;
    if (char === '(') open++;
    if (char === ')' && --open < 0) break;
    end++;
    if (!TRAILING.has(char) && char !== '(') last = end;
  }
  return last > at + scheme.length ? { end: last, kind: 'url' } : null;
}

const LOCAL = /[A-Za-z0-9._+-]/;
const DOMAIN = /[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/y;

/**
 * Scans an email address that has its `@` at offset `at`. The address begins at the offset `floor`
 * or after it.
 */
export function scanEmail(
  text: string,
  at: number,
  floor: number,
): { readonly start: number; readonly end: number } | null {
  let start = at;
  while (start > floor && at - start < 64 && LOCAL.test(text[start - 1]!)) start--;
  while (start < at && !/[A-Za-z0-9_]/.test(text[start]!)) start++;
  if (start === at) return null;
  DOMAIN.lastIndex = at + 1;
  const match = DOMAIN.exec(text);
  if (!match) return null;
  const domain = match[0].replace(/-+$/, '');
  return /\.[A-Za-z][A-Za-z0-9-]*$/.test(domain) ? { start, end: at + 1 + domain.length } : null;
}

const FENCE = '```';
// Matches text in GNU quotation marks, as in "user `%s' of `%s'". A backtick otherwise starts code.
const GNU_QUOTED = /`[^`'\s]{1,100}'(?![\p{L}\p{N}])/uy;

/**
 * Scans code between single backticks on one line, or between triple backticks on several lines.
 */
export function scanCode(text: string, at: number): Found | null {
  if (text.startsWith(FENCE, at)) {
    const end = text.indexOf(FENCE, at + FENCE.length);
    return end < 0 ? null : { end: end + FENCE.length, kind: 'code' };
  }
  GNU_QUOTED.lastIndex = at;
  if (GNU_QUOTED.test(text)) return null;
  for (let end = at + 1; end < text.length; end++) {
    const char = text[end];
    if (char === '\n' || char === '\r') return null;
    if (char === '`') return end > at + 1 ? { end: end + 1, kind: 'code' } : null;
  }
  return null;
}

// Matches a possible emoji (UTS #51 §1.4.9). \p{RGI_Emoji} would be a hundred times slower, because
// it tries every known sequence.
const EMOJI =
  /[\u{1f1e6}-\u{1f1ff}]{2}|[0-9#*]\ufe0f\u20e3|\p{Emoji_Modifier}|(?:\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|[\p{Emoji}&&\p{Extended_Pictographic}]\ufe0f|[\p{Emoji_Presentation}--\p{Emoji_Modifier}--[\u{1f1e6}-\u{1f1ff}]])(?:[\u{e0020}-\u{e007e}]{1,8}\u{e007f}|(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?){0,8})/vy;

/** Scans one emoji, including its skin tone, joiners and flags. */
export function scanEmoji(text: string, at: number): Found | null {
  EMOJI.lastIndex = at;
  return EMOJI.test(text) ? { end: EMOJI.lastIndex, kind: 'emoji' } : null;
}
