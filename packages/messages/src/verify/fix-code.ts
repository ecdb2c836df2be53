import { readIcuQuote } from '../syntax/icu-quote.ts';
import { isFormatted, literalReader } from '../syntax/literals.ts';
import { tokenize } from '../token/tokenize.ts';
import { removeInvisible } from '../words/invisible.ts';
import { doubleIdleApostrophes, escapeStrays } from './compare-literals.ts';
import type { Finding } from './findings.ts';
import { tokenizePair } from './tokenize-pair.ts';
import type { VerifyOptions } from './verify-options.ts';

interface Texts {
  readonly source: string;
  readonly target: string;
  readonly options: VerifyOptions;
}

const SIGNS = new Set(['%', '$', '{', '}']);

/** Returns the translation with its stray characters in their spelling as text. */
function fixSigns({ source, target, options }: Texts): string | null {
  const { format, otherSource } = options;
  const pair = tokenizePair(source, target, format);
  const other = otherSource === undefined ? [] : tokenize(otherSource, format);
  return escapeStrays(pair, format, other);
}

const ARGUMENT = /\{\s{0,8}([^\s,{}]{1,64})\s{0,8},[^{}]{0,200}\}/gu;

/**
 * Returns the translation with the style of the source text for an argument. Null
 * unless the source text has exactly one style for it.
 */
function restoreStyle(written: string | undefined, { source, target }: Texts): string | null {
  if (written === undefined) return null;
  const [, name = written.slice(1, -1).trim()] = /^\{\s*([^\s,{}]+)\s*,/u.exec(written) ?? [];
  const styles = new Set(
    [...source.matchAll(ARGUMENT)].filter((match) => match[1] === name).map(([found]) => found),
  );
  const [style, ...others] = styles;
  if (style === undefined || others.length > 0) return null;
  return target.replaceAll(written, () => style);
}

/** Doubles the apostrophes of a Java text that only disappear. */
function fixApostrophes({ source, target, options }: Texts): string | null {
  return isFormatted(target)
    ? doubleIdleApostrophes(tokenize(target, options.format))
    : escapeStrays(tokenizePair(source, target, options.format), options.format);
}

/** Doubles the apostrophes of the quotation that contains a placeholder. */
function unquotePlaceholder(spec: string, { target, options }: Texts): string | null {
  const { format } = options;
  const specStart = target.indexOf(spec);
  const readJava = format === 'java' ? literalReader(target, 'java') : null;
  for (let at = target.indexOf("'"); at >= 0 && at < specStart; at = target.indexOf("'", at)) {
    const quote = readJava ? readJava(at, 0x27) : readIcuQuote(target, at, false);
    const end = quote?.end ?? at + 1;
    if (end > specStart) {
      const inner = target.slice(at + 1, end);
      return `${target.slice(0, at)}''${inner}${inner.endsWith("'") ? "'" : ''}${target.slice(end)}`;
    }
    at = end;
  }
  return null;
}

/**
 * Returns the translation with the same words and with its code in the spelling that the program
 * expects. Null for other findings.
 */
export function fixCode({ code, value, params }: Finding, texts: Texts): string | null {
  const { source, target, options } = texts;
  switch (code) {
    case 'placeholder_missing':
      return params?.reason === 'quoted' ? unquotePlaceholder(value!, texts) : null;
    case 'placeholder_unknown':
      return value !== undefined && SIGNS.has(value) ? fixSigns(texts) : null;
    case 'placeholder_spacing': {
      const trimmed = value?.replace(/\{\s+/, '{').replace(/\s+\}$/, '}');
      return trimmed === undefined ? null : target.replaceAll(value!, () => trimmed);
    }
    case 'invisible_characters':
      return removeInvisible(source, target, options.targetLocale);
    case 'argument_style':
      return options.format === 'java' ? fixApostrophes(texts) : restoreStyle(value, texts);
    case 'unknown_style':
      return restoreStyle(value, texts);
    case 'entity_changed':
      return value === "'" ? fixApostrophes(texts) : null;
    default:
      return null;
  }
}
