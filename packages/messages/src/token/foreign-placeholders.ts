import { placeholdersBySyntax, type Syntax } from './syntaxes.ts';
import type { MessageFormat } from './token.ts';

const MAX_TEXTS = 1000;
/**
 * Minimum number of texts with foreign placeholders for a message. In fewer texts, the placeholders
 * are probably ordinary percent signs.
 */
const MIN_TEXTS = 3;
const MAX_EXAMPLES = 3;
/** Maximum length of an examined text in UTF-16 code units. Longer texts are cut. */
const MAX_LENGTH = 1000;

/**
 * Finds out if placeholders of another message format are more frequent in texts than placeholders
 * of the project's format. Placeholders that both formats share, such as `{name}`, count for the
 * project's format.
 */
export class ForeignPlaceholders {
  readonly #format: MessageFormat;
  readonly #counts = new Map<Syntax, number>();
  readonly #examples = new Map<Syntax, Set<string>>();
  #looked = 0;

  constructor(format: MessageFormat) {
    this.#format = format;
  }

  /** True if further texts are not examined. */
  get isDone(): boolean {
    const hasFormat = this.#format !== 'auto' && this.#format !== 'plain';
    return !hasFormat || this.#looked === MAX_TEXTS;
  }

  add(text: string): void {
    if (this.isDone) return;
    this.#looked += 1;
    for (const [syntax, sources] of placeholdersBySyntax(text.slice(0, MAX_LENGTH), this.#format)) {
      this.#counts.set(syntax, (this.#counts.get(syntax) ?? 0) + 1);
      const examples = this.#examples.get(syntax) ?? new Set<string>();
      for (const source of sources) if (examples.size < MAX_EXAMPLES) examples.add(source);
      this.#examples.set(syntax, examples);
    }
  }

  /** Describes the more frequent format. Null if the texts have the project's format. */
  describe(): string | null {
    const format = this.#format;
    const ownCount = this.#counts.get(format as Syntax) ?? 0;
    const [most] = [...this.#counts].sort((a, b) => b[1] - a[1]);
    if (most === undefined || most[0] === format || most[1] <= ownCount || most[1] < MIN_TEXTS) {
      return null;
    }
    const [syntax, count] = most;
    return (
      `${count} of the first ${this.#looked} texts have placeholders of the message format ${syntax}, such as ` +
      `${[...this.#examples.get(syntax)!].join(', ')}, and ${ownCount} those of ${format}, the message format of the ` +
      'project; correct the message format of the project, or the file'
    );
  }
}
