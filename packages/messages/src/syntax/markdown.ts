import type { TagFound } from './html.ts';

/** Name of both tokens of a Markdown link, `[` and `](/address)`. */
export const LINK_NAME = '[]()';

// Matches a link address on one line (CommonMark §6.3). The address must contain one of the listed
// characters, because `file[s](s)` is ordinary text.
const ADDRESS =
  /\]\(\s?([^\s()<>"]{0,500}(?:\([^\s()]{0,200}\)[^\s()<>"]{0,200})?)(?:\s"[^"\n]{0,200}")?\s?\)/y;
const HAS_SIGN = /[/.#:{%?=]/;
/** Matches placeholders without a name or number, such as `%s` and `{}`. */
const POSITIONAL = /%[sd@]|\{\}/;

/** Returns the address in the closing token of a Markdown link. */
export function linkAddress(source: string): string {
  ADDRESS.lastIndex = 0;
  return ADDRESS.exec(source)?.[1] ?? '';
}

/** Returns the tokens of all Markdown links and images, by offset. Null if the text contains no `](`. */
export function findLinks(text: string): ReadonlyMap<number, TagFound> | null {
  if (!text.includes('](')) return null;
  const halves = new Map<number, TagFound>();
  const stack: number[] = [];
  for (let at = text.indexOf('['); at >= 0 && at < text.length; at++) {
    const char = text[at];
    if (char === '[') stack.push(at);
    if (char !== ']') continue;
    const open = stack.pop();
    if (open === undefined || text[at + 1] !== '(' || open + 1 === at) continue;
    ADDRESS.lastIndex = at;
    const match = ADDRESS.exec(text);
    if (!match || !HAS_SIGN.test(match[1]!) || POSITIONAL.test(match[1]!)) continue;
    const isImage = text[open - 1] === '!';
    halves.set(isImage ? open - 1 : open, { end: open + 1, role: 'open', name: LINK_NAME });
    halves.set(at, { end: at + match[0].length, role: 'close', name: LINK_NAME });
  }
  return halves;
}
