import { FormatError, type ReadOptions } from '../format.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { NumberColumn } from './columns.ts';
import { NameIndex } from './name-index.ts';

interface NamePosition {
  readonly line: number;
  readonly column?: number;
}

export class EntryNames {
  readonly #maxLength: number;
  readonly #names = new NameIndex();
  readonly #lines = new NumberColumn();

  constructor({ keyNameLength }: ReadOptions['limits']) {
    this.#maxLength = keyNameLength;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /**
   * @throws FormatError for a name that is too long, that cannot be stored, or that another entry
   * has
   */
  claim(name: string, place: NamePosition): void {
    if (isLongerThan(name, this.#maxLength)) {
      throw faultAt(name, place, `the key name has more than ${this.#maxLength} characters`);
    }
    requireText(name, name, place);
    const first = this.#names.add(name);
    if (first !== -1) {
      const line = this.#lines.at(first);
      const message = `duplicate key name ${JSON.stringify(name)}: first used on line ${line}`;
      throw faultAt(name, place, message);
    }
    this.#lines.push(place.line);
  }
}

const faultAt = (name: string, place: NamePosition, message: string): FormatError =>
  new FormatError(message, { path: name, ...place });

type CommentOptions = Pick<ReadOptions, 'limits' | 'warn'>;

/**
 * Returns a comment as the description of a key. If the comment is too long, warns and returns
 * undefined.
 */
export function descriptionFrom(
  comment: string,
  name: string,
  options: CommentOptions,
): string | undefined {
  if (isLongerThan(comment, options.limits.descriptionLength)) return skipComment(name, options);
  return comment === '' ? undefined : comment;
}

export function skipComment(name: string, { limits, warn }: CommentOptions): undefined {
  const { descriptionLength } = limits;
  const message = `The comment has more than ${descriptionLength} characters and is not imported as a description.`;
  warn({ path: name, code: 'description_too_long', message });
}
