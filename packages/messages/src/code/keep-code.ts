import type { Steps } from '../token/steps.ts';
import {
  type Escape,
  type PlaceholderToken,
  splitText,
  type TextToken,
  type Token,
} from '../token/token.ts';

/**
 * A specifier of `strftime` (POSIX), such as `%Y`. A date consists of several specifiers and
 * becomes a single placeholder.
 */
const DATE_PART = '%[-+#0^_]?[A-Za-z](?![A-Za-z])';
const HINT = /[@$\\%#{^§]|__|\[\[|<<|\([()]/;
// Matches code that a translator could take for words of the sentence: handles and variables, specifiers of dates,
// commands of LaTeX, escapes, names between signs, formatting codes, names of functions, and text in braces.
const CODE = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_.@/])@[A-Za-z_]\w*@?`,
    String.raw`(?<![\p{L}\p{N}_$])\$(?:[A-Za-z_]\w*(?:(?:->|::|\.)[A-Za-z_]\w*)*|[1-9](?![\d.,]*\d))`,
    String.raw`(?<!\p{N}\s?)${DATE_PART}(?:(?:[-/.:]|,? )?${DATE_PART})*`,
    String.raw`\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2})`,
    String.raw`(?<![\w:\\.])\\(?![nrt])[A-Za-z]{2,30}(?!\w)`,
    String.raw`(?<!\w)__[a-z]\w*?__(?!\w)|(?<![\w#])(?<sign>#{1,2}|\^)[A-Za-z_][\w.]*\k<sign>(?!\w)`,
    String.raw`\[\[[^\s[\]]+\]\]|<<[\w.-]+>>|\(\([\w.-]+\)\)`,
    String.raw`§[\da-fk-or](?=\S)`,
    String.raw`(?<![\p{L}\p{N}_.])[A-Za-z_]\w*(?:\.\w+)*\(\)`,
    String.raw`\{[^{}\n]{1,200}\}`,
  ].join('|'),
  'gu',
);

/** True for an expression without words of a human language, such as `{user?.name ?? 0}`. */
export const isExpression = (braced: string): boolean =>
  braced.startsWith('{') &&
  /[().?+*/=<>&|![\]$-]/.test(braced) &&
  !/["'`“”‘’][^"'`“”‘’]*\p{L}|\p{L}[\p{L}\p{N}_]*\s+\p{L}|[^\p{ASCII}]/u.test(braced);

const isCode = (match: string): boolean => !match.startsWith('{') || isExpression(match);

const keep = (source: string): PlaceholderToken => ({
  ...({ type: 'placeholder', id: 0, source, kind: 'code' } as const),
  numeric: false,
  positional: false,
});

/** True if a text may have names that {@link keepCode} replaces. */
export const mayHaveCode = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => token.type === 'text' && HINT.test(token.text));

/** Number of tokens and pieces of code that are handled in one step. */
const PARTS_PER_STEP = 2_000;

/**
 * Replaces names with a sign of code, such as `@name` and `$name`, by placeholders, in steps of a few milliseconds. The
 * result is only for engines, because people may translate these names as words.
 */
export function* keepCode(tokens: readonly Token[]): Steps<readonly Token[]> {
  let next = 0;
  for (const token of tokens) if (token.type !== 'text') next = Math.max(next, token.id + 1);
  const kept: Token[] = [];
  for (const token of tokens) {
    const found = token.type === 'text' ? yield* codeIn(token) : [];
    if (token.type !== 'text' || found.length === 0) kept.push(token);
    else {
      const starts = new Set(found.map(({ index }) => index));
      const cuts = found.flatMap(({ index, 0: code }) => [index, index + code.length]);
      let at = 0;
      for (const part of splitText(token, [...new Set(cuts)])) {
        kept.push(starts.has(at) ? { ...keep(part.source), id: next++ } : part);
        at += part.text.length;
        if (kept.length % PARTS_PER_STEP === 0) yield;
      }
    }
    if (kept.length % PARTS_PER_STEP === 0) yield;
  }
  return kept;
}

function* codeIn({ text, escapes = [] }: TextToken): Steps<RegExpExecArray[]> {
  const found: RegExpExecArray[] = [];
  if (!HINT.test(text)) return found;
  let places = 0;
  let nextEscape = 0;
  for (const match of text.matchAll(CODE)) {
    const { index, 0: code } = match;
    while (nextEscape < escapes.length && endOf(escapes[nextEscape]!) <= index) nextEscape++;
    const isEscaped = (escapes[nextEscape]?.at ?? text.length) < index + code.length;
    if (isCode(code) && !isEscaped) found.push(match);
    if (++places % PARTS_PER_STEP === 0) yield;
  }
  return found;
}

const endOf = ({ at, text }: Escape): number => at + text.length;
