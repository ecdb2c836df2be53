import { type Found, isCountName } from './scan.ts';

const MAX_EXPRESSION = 500;
// Matches the content of simple arguments in Vue, .NET, Python and ICU: a name or index, optionally
// followed by a format. A text that begins with punctuation is not an argument.
const SIMPLE_ARGUMENT =
  /^\s{0,8}(?:[\p{L}_$@:&-][\p{L}\p{N}_.\-$@[\]]*|\d{1,6}[\w.]*)?\s{0,8}(?:[,:!|][^{}<>\n]*)?$/u;
// Matches Python arguments with an alignment (`<` or `>`), such as `{name!r:>10}` and `{n:0<8.2f}`.
const ALIGNED = /^[\w.[\]]{0,64}(?:![rsa])?:[^{}\n]?[<>][^{}<>\n]{0,20}$/;
const ICU_COMPLEX =
  /^\s{0,8}[^\s{},]{1,64}\s{0,8},\s{0,8}(?:plural|select|selectordinal|choice)\s{0,8},/u;
// Matches Vue I18n's notation for literal syntax characters, such as `{'@'}` and `{'{'}`.
const LITERAL = /\{'[^'\s]{1,20}'\}/y;
// Matches blocks of Handlebars and Mustache, such as `{{#if x}}`, `{{else}}` and `{{/if}}`.
const BLOCK = /^[\s~{]{0,8}(?:[#^/]|else\b)/;

/**
 * Scans placeholders of i18next, Handlebars and Angular in double or triple braces: `{{name}}`,
 * `{{- html}}`, `{{{raw}}}` and `{{when, datetime(…)}}`.
 */
export function scanDoubleBrace(
  text: string,
  at: number,
  braces: ReadonlyMap<number, number>,
): Found | null {
  const end = braces.get(at);
  if (end === undefined || text[at + 1] !== '{' || braces.get(at + 1) !== end - 1) return null;
  if (end - at > MAX_EXPRESSION) return null;
  const triple = text[at + 2] === '{' && braces.get(at + 2) === end - 2;
  const inner = triple ? text.slice(at + 3, end - 2) : text.slice(at + 2, end - 1);
  const positional = BLOCK.test(inner);
  return { end: end + 1, kind: 'double_brace', numeric: isCountName(inner), positional };
}

/**
 * Scans placeholders in single braces: `{name}`, `{0}`, `{}`, `{price, number}` and `{0:C2}`. Texts
 * that are not ICU messages can also contain `{n, plural, …}` or Java's `{0,choice,…}`. Each of
 * them is a single token with all of its options, because its keywords must not be translated.
 */
export function scanBrace(
  text: string,
  at: number,
  braces: ReadonlyMap<number, number>,
): Found | null {
  if (text[at + 1] === "'") {
    LITERAL.lastIndex = at;
    const literal = LITERAL.exec(text);
    if (literal) return { end: at + literal[0].length, kind: 'brace' };
  }
  const end = braces.get(at);
  if (end === undefined) return null;
  if (end - at <= MAX_EXPRESSION) {
    const inner = text.slice(at + 1, end);
    if (isTemplate(inner)) return { end: end + 1, kind: 'template', positional: true };
    if (SIMPLE_ARGUMENT.test(inner) || ALIGNED.test(inner)) {
      return {
        end: end + 1,
        kind: 'brace',
        numeric: isCountName(inner) || /,\s{0,8}number/.test(inner),
        positional: inner === '',
      };
    }
  }
  return ICU_COMPLEX.test(text.slice(at + 1, at + 200)) ? { end: end + 1, kind: 'icu' } : null;
}

/** True for template tags of Jinja, Twig and Liquid, such as `{% if x %}` and `{# note #}`. */
function isTemplate(inner: string): boolean {
  const mark = inner[0];
  return (mark === '%' || mark === '#') && inner.length > 2 && inner.at(-1) === mark;
}

/** Scans template expressions of JavaScript and shells: `${expression}`. */
export function scanJs(
  text: string,
  at: number,
  braces: ReadonlyMap<number, number>,
): Found | null {
  if (text[at + 1] !== '{') return null;
  const end = braces.get(at + 1);
  if (end === undefined || end - at > MAX_EXPRESSION) return null;
  const inner = text.slice(at + 2, end);
  if (ICU_COMPLEX.test(inner)) return null;
  return { end: end + 1, kind: 'js', numeric: isCountName(inner) };
}

/** Scans nested keys of i18next: `$t(key, { … })`. */
export function scanNest(
  text: string,
  at: number,
  parens: ReadonlyMap<number, number>,
): Found | null {
  if (text[at + 1] !== 't' || text[at + 2] !== '(') return null;
  const end = parens.get(at + 2);
  return end === undefined ? null : { end: end + 1, kind: 'nest' };
}

const LINKED = /@(?:\.[a-z]{1,20})?:(?:[\w-]{1,64}(?:\.[\w-]{1,64}){0,20}|\([\w.-]{1,256}\))/y;

/**
 * Scans linked messages of Vue I18n, which refer to other messages: `@:menu.file`, `@.lower:name`
 * and `@:(name)`.
 */
export function scanLinked(text: string, at: number): Found | null {
  if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return null;
  LINKED.lastIndex = at;
  const match = LINKED.exec(text);
  return match && { end: at + match[0].length, kind: 'nest' };
}

/** Scans placeholders of Ruby, Rails and Polyglot: `%{name}`. */
export function scanRuby(
  text: string,
  at: number,
  braces: ReadonlyMap<number, number>,
): Found | null {
  if (text[at + 1] !== '{') return null;
  const end = braces.get(at + 1);
  if (end === undefined || end - at > MAX_EXPRESSION) return null;
  const inner = text.slice(at + 2, end);
  if (/[\s{}]/.test(inner.trim())) return null;
  return { end: end + 1, kind: 'ruby', numeric: isCountName(inner) };
}
