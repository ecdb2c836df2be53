import { isFormatted } from '../syntax/literals.ts';
import { type MessageFormat, sourceOf, type TextToken, type Token } from '../token/token.ts';
import { type Finding, finding } from './findings.ts';

/** A character that a program reads as syntax, although it was meant as text. */
interface Stray {
  readonly char: string;
  readonly start: number;
}

/** Braces that end a program's formatting with an error if they stand alone. */
const STRAY_BRACES = { java: /\{/g, dotnet: /[{}]/g } as const;

/** True for a quotation of Java that quotes no syntax, so that its apostrophes only disappear. */
const isIdle = (source: string): boolean =>
  source.startsWith("'") && source !== "''" && !/[{}]/.test(source);

function* straysIn(token: TextToken, offset: number, braces: RegExp): Generator<Stray, void> {
  let from = 0;
  let start = offset;
  const inPlain = (end: number): Stray[] =>
    [...token.text.slice(from, end).matchAll(braces)].map(({ 0: char, index }) => ({
      char,
      start: start + index,
    }));
  for (const { at, text, source } of token.escapes ?? []) {
    yield* inPlain(at);
    start += at - from;
    if (isIdle(source)) yield { char: "'", start };
    start += source.length;
    from = at + text.length;
  }
  yield* inPlain(token.text.length);
}

function findStrays(tokens: readonly Token[], braces: RegExp): Stray[] {
  let offset = 0;
  const found: Stray[] = [];
  for (const token of tokens) {
    if (token.type === 'text') found.push(...straysIn(token, offset, braces));
    offset += token.source.length;
  }
  return found;
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
  const known = new Set(findStrays(source, braces).map(({ char }) => char));
  const first = new Map<string, Stray>();
  for (const stray of findStrays(target, braces)) {
    if (!known.has(stray.char) && !first.has(stray.char)) first.set(stray.char, stray);
  }
  return [...first.values()].map(({ char, start }): Finding => {
    const at = { start, end: start + 1, side: 'target' } as const;
    if (char === "'") {
      return { ...finding('entity_changed', "a single ' quotes; write '' for it", char), at };
    }
    const spelling = format === 'java' ? `'${char}'` : char + char;
    const detail = `a single ${char} is syntax; write ${spelling} for it`;
    return { ...finding('placeholder_unknown', detail, char), at };
  });
}

/** An odd number of apostrophes at the end closes a quotation; two of them are text inside it. */
function doubleOuter(quotation: string): string {
  const inner = quotation.slice(1);
  const isClosed = /'*$/.exec(inner)![0].length % 2 === 1;
  return isClosed ? `''${inner}'` : `''${inner}`;
}

/** Doubles the apostrophes of a text for Java that quote no syntax. */
export function doubleIdleApostrophes(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type !== 'text') return token.source;
      let spelled = '';
      let from = 0;
      for (const { at, text, source } of token.escapes ?? []) {
        spelled += token.text.slice(from, at);
        from = at + text.length;
        spelled += isIdle(source) ? doubleOuter(source) : source;
      }
      return spelled + token.text.slice(from);
    })
    .join('');
}
