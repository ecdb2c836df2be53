import { LIMITS } from '../documents/documents.ts';

const QUOTE = /["'`]/g;
/** Matches references to Android resources, such as `R.string.title` and `@string/title`. */
const RESOURCE = /(?:\bR\.(?:string|plurals|array)\.|@(?:string|plurals|array)\/)(\w+)/g;
/**
 * Matches the end of a literal that is only the beginning of a key name, as in `t('errors.' +
 * code)`.
 */
const OPEN_END = /[^\s][./:_-]$/;

/** Yields the string literals of a program with their offsets. See {@link LiteralIndex}. */
export function* literalsOf(text: string): Generator<{ literal: string; offset: number }> {
  for (const { index, 0: quote } of text.matchAll(QUOTE)) {
    const end = text.indexOf(quote, index + 1);
    if (end === -1 || end - index > LIMITS.keyNameLength) continue;
    yield { literal: text.slice(index + 1, end), offset: index + 1 };
  }
}

/**
 * The string literals of a program in any language. A literal ends at the next quote of the same
 * kind. The time is proportional to the length of the program.
 */
export class LiteralIndex {
  readonly #literals = new Set<string>();
  readonly #beginnings = new Set<string>();

  add(text: string): void {
    for (const { literal } of literalsOf(text)) this.#addLiteral(literal);
    for (const [, name] of text.matchAll(RESOURCE)) this.#literals.add(name!);
  }

  /** Adds names of keys that the program uses without a literal. */
  addNames(names: Iterable<string>): void {
    for (const name of names) this.#literals.add(name);
  }

  /** True if a literal equals the key name, with or without a namespace before a colon. */
  equals(name: string): boolean {
    return this.#literals.has(name);
  }

  /** True if a literal equals the key name or is the beginning of the key name. */
  mentions(name: string): boolean {
    if (this.equals(name)) return true;
    for (let end = 1; end < name.length; end++) {
      if (this.#beginnings.has(name.slice(0, end))) return true;
    }
    return false;
  }

  #addLiteral(literal: string): void {
    const hole = literal.search(/\$\{|#\{/);
    const fixed = hole === -1 ? literal : literal.slice(0, hole);
    for (const part of [fixed, fixed.slice(fixed.indexOf(':') + 1)]) {
      if (hole === -1) this.#literals.add(part);
      if (OPEN_END.test(part)) this.#beginnings.add(part);
    }
  }
}
