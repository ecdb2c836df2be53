import type { MessageFormat, Token } from '@parlance/messages';
import { formGroups, readForm, tokenizeLine } from '@parlance/messages/forms';

/** A branch of an ICU message as people read it. */
export interface ReadLine {
  /** Options that lead to the branch, outermost first. */
  readonly keys: readonly string[];
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The number that `#` stands for. Null if the branch has none. */
  readonly sample: number | null;
}

/** Recently read messages, because the same ones are rendered repeatedly while a list scrolls. */
const read = new Map<string, readonly ReadLine[] | null>();
const MAX_READ = 500;

function linesOf(text: string, format: MessageFormat, locale: string): readonly ReadLine[] | null {
  const form = readForm(text, format);
  if (!form) return null;
  return formGroups(form, { locale, sourceLocale: locale, source: null })
    .flatMap((group) => group.lines)
    .filter(({ isPresent }) => isPresent)
    .map((line) => ({
      ...{ keys: line.keys, text: line.text, sample: line.sample },
      tokens: tokenizeLine(line.text, line, format),
    }));
}

/** Returns the branches of a message, or null for a text that has none. */
export function readLines(
  text: string,
  format: MessageFormat,
  locale: string,
): readonly ReadLine[] | null {
  const name = `${format} ${locale} ${text}`;
  const known = read.get(name);
  if (known !== undefined) return known;
  const lines = linesOf(text, format, locale);
  if (read.size >= MAX_READ) read.clear();
  read.set(name, lines);
  return lines;
}

/** Returns the most informative branch of a message: that of `other` at every level. */
export const mainLine = (lines: readonly ReadLine[]): ReadLine =>
  lines.find(({ keys }) => keys.every((key) => key === 'other')) ?? lines.at(-1)!;
