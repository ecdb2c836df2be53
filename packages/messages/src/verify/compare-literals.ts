import { doubleChoiceApostrophes, readChoice } from '../syntax/java-choice.ts';
import { isFormatted } from '../syntax/literals.ts';
import { type MessageFormat, sourceOf, type Token } from '../token/token.ts';
import { type Finding, finding } from './findings.ts';

/** Braces that end a program's formatting with an error if they stand alone. */
const STRAY_BRACES = { java: /\{/g, dotnet: /[{}]/g } as const;

/** True for a quotation of Java that quotes no syntax, so that its apostrophes only disappear. */
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

/** Returns the first place of each character that a program reads as syntax. */
function findStrays(tokens: readonly Token[], braces: RegExp): Map<string, number> {
  const first = new Map<string, number>();
  const add = (char: string, start: number) => {
    if (!first.has(char)) first.set(char, start);
  };
  let offset = 0;
  for (const { kind, source } of partsOf(tokens)) {
    if (kind === 'idle') add("'", offset);
    if (kind === 'plain') {
      for (const { 0: char, index } of source.matchAll(braces)) add(char, offset + index);
    }
    offset += source.length;
  }
  return first;
}

/**
 * Finds single braces with which `String.Format` and `MessageFormat` throw, and apostrophes that
 * `MessageFormat` drops. Only texts with arguments are formatted, and characters that stand alone in
 * the source text too are its own. Each character is reported once, where it first occurs.
 */
export function compareLiterals(
  source: readonly Token[],
  target: readonly Token[],
  format: MessageFormat,
): Finding[] {
  if (format !== 'java' && format !== 'dotnet') return [];
  if (!isFormatted(sourceOf(source))) return [];
  const braces = STRAY_BRACES[format];
  const known = findStrays(source, braces);
  const strays = [...findStrays(target, braces)].filter(([char]) => !known.has(char));
  return strays.map(([char, start]): Finding => {
    const at = { start, end: start + 1, side: 'target' } as const;
    if (char === "'") {
      return { ...finding('entity_changed', "a single ' quotes; write '' for it", char), at };
    }
    const spelling = format === 'java' ? `'${char}'` : char + char;
    const detail = `a single ${char} is syntax; write ${spelling} for it`;
    return { ...finding('placeholder_unknown', detail, char), at };
  });
}

/** Doubles the apostrophes of a text for Java that quote no syntax. */
export const doubleIdleApostrophes = (tokens: readonly Token[]): string =>
  [...partsOf(tokens)]
    .map(({ kind, source }) => {
      if (kind === 'idle') return doubleOuter(source);
      return readChoice(source) ? doubleChoiceApostrophes(source) : source;
    })
    .join('');

/** An odd number of apostrophes at the end closes a quotation; two of them are text inside it. */
const doubleOuter = (quotation: string): string =>
  `'${quotation}${/'*$/.exec(quotation.slice(1))![0].length % 2 === 1 ? "'" : ''}`;
