import { BEGINS_MF2 } from '../mf2/read-mf2.ts';
import {
  FLUTTER_FORMATS,
  ICU_FORMATS,
  type MessageFormat,
  type PlaceholderKind,
  type Token,
} from './token.ts';
import { tokenize } from './tokenize.ts';

/** A message format with placeholders. */
export type Syntax = Exclude<MessageFormat, 'auto' | 'plain'>;

const ICU = /\{\s*[\w.-]+\s*,\s*(?:plural|selectordinal|select|number|date|time)\b/;
/** Matches a placeholder of MessageFormat 2 with a function, as in `{$day :date}`. */
const CALL_OF_MF2 = /\{\s*\$[^\s{}:]+\s+:[a-z]/;
/**
 * Matches arguments such as `{0, number}`, whose format exists both in Java's MessageFormat and in
 * ICU.
 */
const OF_JAVA = /^\{\s*\d+\s*,\s*(?:number|date|time)/;
const SYNTAXES: Readonly<Partial<Record<PlaceholderKind, Syntax>>> = {
  double_brace: 'i18next',
  nest: 'i18next',
  printf: 'printf',
  python: 'printf',
  ruby: 'ruby',
  ruby_format: 'ruby',
  dollar: 'chrome',
};
/** Message formats whose placeholders are written in braces. */
const OF_BRACES: ReadonlySet<MessageFormat> = new Set([...ICU_FORMATS, 'java', 'dotnet']);

const isDollar = (token: Token): boolean => token.type === 'placeholder' && token.kind === 'dollar';

/**
 * Counts the placeholders in a text by message format. Placeholders that several formats share,
 * such as `{name}`, count for `format`.
 */
export function placeholdersBySyntax(text: string, format: MessageFormat): Map<Syntax, string[]> {
  const found = new Map<Syntax, string[]>();
  const add = (syntax: Syntax, source: string): void => {
    found.set(syntax, [...(found.get(syntax) ?? []), source]);
  };
  const mf2 = (BEGINS_MF2.exec(text) ?? CALL_OF_MF2.exec(text))?.[0].trim();
  if (mf2 !== undefined) {
    add('mf2', `${mf2}…`);
    return found;
  }
  const argument = ICU.exec(text)?.[0];
  if (argument !== undefined && !(format === 'java' && OF_JAVA.test(argument))) {
    add(FLUTTER_FORMATS.has(format) ? (format as Syntax) : 'icu', `${argument}, …}`);
    return found;
  }
  const tokens = tokenize(text, 'auto');
  if (format === 'chrome') tokens.push(...tokenize(text, format).filter(isDollar));
  for (const token of tokens) {
    if (token.type !== 'placeholder') continue;
    const isOwn = token.kind === 'brace' && OF_BRACES.has(format);
    const syntax = isOwn ? (format as Syntax) : SYNTAXES[token.kind];
    if (syntax !== undefined) add(syntax, token.source);
  }
  return found;
}
