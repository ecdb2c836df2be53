import { doubleChoiceApostrophes, readChoice } from '../syntax/java-choice.ts';
import { doubleQuotation, isFormatted } from '../syntax/literals.ts';
import { isOfPrintf } from '../syntax/printf.ts';
import { type MessageFormat, sourceOf, type Token } from '../token/token.ts';
import { type Finding, finding } from './findings.ts';
import type { FormPair } from './verify-icu.ts';

/** Characters that are syntax when they stand alone, and their spelling as text. */
interface Signs {
  readonly pattern: RegExp;
  readonly write: (char: string) => string;
}

const SIGN = /[%${}']/;
const double = (char: string): string => char + char;
const PERCENT: Signs = { pattern: /%/g, write: double };
const DOLLAR: Signs = { pattern: /\$/g, write: double };
const BRACES: Signs = { pattern: /[{}]/g, write: double };
const JAVA_BRACE: Signs = { pattern: /\{/g, write: (char) => `'${char}'` };
const JAVA_SIGNS: Signs = {
  pattern: /[{']/g,
  write: (char) => (char === "'" ? "''" : JAVA_BRACE.write(char)),
};

const hasPrintf = (token: Token): boolean => token.type === 'placeholder' && isOfPrintf(token);

/**
 * Returns the characters that are syntax in texts like the source text. Null if no program formats
 * the text. Java also formats a text without an argument if the text doubles apostrophes.
 */
function signsOf(
  source: readonly Token[],
  format: MessageFormat,
  other: readonly Token[],
): Signs | null {
  switch (format) {
    case 'auto':
    case 'printf':
      return source.some(hasPrintf) || other.some(hasPrintf) ? PERCENT : null;
    case 'chrome':
      return DOLLAR;
    case 'dotnet':
      return isFormatted(sourceOf(source)) ? BRACES : null;
    case 'java': {
      const text = sourceOf(source);
      if (isFormatted(text)) return JAVA_BRACE;
      return text.includes("''") ? JAVA_SIGNS : null;
    }
    default:
      return null;
  }
}

/** True for a quotation in Java that quotes no syntax, so that its apostrophes only disappear. */
const isIdle = (source: string): boolean =>
  source.startsWith("'") && source !== "''" && !/[{}]/.test(source);

/** A part of a message. `idle` is a quotation of Java whose apostrophes only disappear. */
interface Part extends Pick<Token, 'source'> {
  readonly kind: 'plain' | 'idle' | 'other';
}

function* partsOf(tokens: readonly Token[]): Generator<Part, void> {
  for (const token of tokens) {
    if (token.type !== 'text') {
      yield { kind: 'other', source: token.source };
      continue;
    }
    let from = 0;
    for (const { at, text, source } of token.escapes ?? []) {
      yield { kind: 'plain', source: token.text.slice(from, at) };
      yield { kind: isIdle(source) ? 'idle' : 'other', source };
      from = at + text.length;
    }
    yield { kind: 'plain', source: token.text.slice(from) };
  }
}

/** Returns the first position of each character that the program treats as syntax. */
function findStrays(tokens: readonly Token[], { pattern }: Signs): Map<string, number> {
  const first = new Map<string, number>();
  if (!tokens.some((token) => token.type === 'text' && SIGN.test(token.source))) return first;
  const add = (char: string, start: number) => {
    if (!first.has(char)) first.set(char, start);
  };
  let offset = 0;
  for (const { kind, source } of partsOf(tokens)) {
    if (kind === 'idle') add("'", offset);
    if (kind === 'plain') {
      for (const { 0: char, index } of source.matchAll(pattern)) add(char, offset + index);
    }
    offset += source.length;
  }
  return first;
}

/**
 * Finds characters with which `String.Format`, `MessageFormat` and `printf` throw, and characters
 * that `MessageFormat` and Chrome drop. Ignores characters that also stand alone in the source
 * text. Reports each character once, at its first occurrence. `other` is the form `other` of a
 * plural family, because the program formats every form of the family if it formats this one.
 */
export function compareLiterals(
  source: readonly Token[],
  target: readonly Token[],
  format: MessageFormat,
  other: readonly Token[] = [],
): Finding[] {
  const signs = signsOf(source, format, other);
  if (signs === null) return [];
  const hidden = format === 'chrome' ? findHidden(source, target) : [];
  if (hidden.length > 0) return hidden;
  const found = findStrays(target, signs);
  if (found.size === 0) return [];
  const sourceStrays = findStrays(source, signs);
  const strays = [...found].filter(([char]) => !sourceStrays.has(char));
  return strays.map(([char, start]): Finding => {
    const at = { start, end: start + 1, side: 'target' } as const;
    if (char === "'") {
      return { ...finding('entity_changed', "a single ' quotes; write '' for it", char), at };
    }
    const detail = `a single ${char} is syntax; write ${signs.write(char)} for it`;
    return { ...finding('placeholder_unknown', detail, char), at };
  });
}

/** Returns the placeholders of Chrome that directly follow a dollar sign. */
function* afterDollar(tokens: readonly Token[]): Generator<{ spec: string; start: number }, void> {
  let start = 0;
  let before: Token | undefined;
  for (const token of tokens) {
    const isHidden = before?.type === 'text' && before.source.endsWith('$');
    if (isHidden && token.type === 'placeholder' && token.kind === 'dollar') {
      yield { spec: token.source, start };
    }
    start += token.source.length;
    before = token;
  }
}

/**
 * Finds placeholders that display no value, unless the source text has such placeholders too. Chrome treats every
 * dollar sign of a run except the first one as text (Chromium's `ReplaceStringPlaceholders`).
 */
function findHidden(source: readonly Token[], target: readonly Token[]): Finding[] {
  const hidden = [...afterDollar(target)];
  if (hidden.length === 0 || !afterDollar(source).next().done) return [];
  return hidden.map(({ spec, start }): Finding => {
    const detail = `the dollar sign before ${spec} hides its value; put a space between them`;
    const at = { start, end: start + spec.length, side: 'target' } as const;
    return { ...finding('placeholder_missing', detail, spec), at };
  });
}

/** Writes each character that stands alone in the translation in its spelling as text. */
export function escapeStrays(
  { source, target }: FormPair,
  format: MessageFormat,
  other: readonly Token[] = [],
): string | null {
  const signs = signsOf(source, format, other);
  if (signs === null) return null;
  return [...partsOf(target)]
    .map(({ kind, source: text }) =>
      kind === 'plain' ? text.replace(signs.pattern, signs.write) : text,
    )
    .join('');
}

/** Doubles the apostrophes of a Java text that quote no syntax. */
export const doubleIdleApostrophes = (tokens: readonly Token[]): string =>
  [...partsOf(tokens)]
    .map(({ kind, source }) => {
      if (kind === 'idle') return doubleQuotation(source);
      return readChoice(source) ? doubleChoiceApostrophes(source) : source;
    })
    .join('');
