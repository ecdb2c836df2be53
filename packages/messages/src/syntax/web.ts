import type { Found } from './scan.ts';

const SCHEMES = ['https://', 'http://', 'ftp://', 'mailto:', 'www.'];
const STOPS = new Set([...'<>"`{}|\\^ \t\r\n\u00a0\u3000']);
// Scripts written without spaces: in "访问https://a.example查看" the address ends where they begin.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u;
const TRAILING = new Set([...".,;:!?'"]);
const WORD = /[\p{L}\p{N}_]/u;

/** The end of a placeholder inside an address (`https://a.example/{id}`), or null. */
export type InnerScan = (at: number) => number | null;

function isAddressChar(char: string): boolean {
  if (char.charCodeAt(0) < 0x80) return !STOPS.has(char);
  return WORD.test(char) && !UNSPACED.test(char);
}

/** A web address; placeholders inside it belong to it, the sentence's punctuation after it does not. */
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

/** An email address around the `@` at `at`; `floor` is where the text before it begins. */
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
// The quotation marks of old GNU messages: "user `%s' of `%s'" has no code in it.
const GNU_QUOTED = /`[^`'\s]{1,100}'(?![\p{L}\p{N}])/uy;

/** `code` between backticks, on one line; between three of them, on several. */
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

// One emoji, as Unicode recommends it for interchange (UTS #51 §1.4.1 ED-27), with sequences.
const EMOJI = /\p{RGI_Emoji}/vy;

const isEmojiAlone = new Map<number, boolean>();

/** One emoji, with its skin tone, joiners and flags. */
export function scanEmoji(text: string, at: number): Found | null {
  const point = text.codePointAt(at)!;
  const next = at + (point > 0xffff ? 2 : 1);
  // The expression tries every sequence there is: it is asked once for what stands alone.
  if (!continuesEmoji(text, next)) {
    let isEmoji = isEmojiAlone.get(point);
    if (isEmoji === undefined) {
      EMOJI.lastIndex = 0;
      isEmoji = EMOJI.test(String.fromCodePoint(point));
      isEmojiAlone.set(point, isEmoji);
    }
    return isEmoji ? { end: next, kind: 'emoji' } : null;
  }
  EMOJI.lastIndex = at;
  const match = EMOJI.exec(text);
  if (!match) return null;
  return { end: at + match[0].length, kind: 'emoji' };
}

/** Joiner, variation selector, keycap, regional indicator, skin tone or tag (UTS #51 §1.4). */
function continuesEmoji(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 0x200d || code === 0xfe0f || code === 0x20e3 || code === 0xdb40) return true;
  if (code !== 0xd83c) return false;
  const low = text.charCodeAt(at + 1);
  return (low >= 0xdde6 && low <= 0xddff) || (low >= 0xdffb && low <= 0xdfff);
}
