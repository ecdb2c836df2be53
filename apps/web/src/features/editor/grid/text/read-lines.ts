import type { MessageFormat, Token } from '@parlance/messages';
import { formGroups, readForm, tokenizeLine } from '@parlance/messages/forms';

/** A text in an ICU message, with the plural and select options that lead to it. */
export interface ReadLine {
  /** The options that lead to the text, from the outermost to the innermost. */
  readonly keys: readonly string[];
  readonly text: string;
  readonly tokens: readonly Token[];
  /** An example number for `#`. Null if the text is not in a plural. */
  readonly sample: number | null;
}

/** Messages that were read recently. The same messages are rendered repeatedly while the user scrolls. */
const read = new Map<string, readonly ReadLine[] | null>();
const MAX_READ = 500;

function linesOf(text: string, format: MessageFormat, locale: string): readonly ReadLine[] | null {
  const form = readForm(text, format);
  if (!form) return null;
  return formGroups(form, { locale, sourceLocale: locale, source: null })
    .flatMap((group) => group.lines)
    .filter(({ isPresent }) => isPresent)
    .map((line) => ({
      keys: line.keys,
      text: line.text,
      sample: line.sample,
      tokens: tokenizeLine(line.text, line, format),
    }));
}

/** Returns the texts in a message. Returns null for a message without plural and select options. */
export function readLines(
  text: string,
  format: MessageFormat,
  locale: string,
): readonly ReadLine[] | null {
  const name = `${format} ${locale} ${text}`;
  const cachedLines = read.get(name);
  if (cachedLines !== undefined) return cachedLines;
  const lines = linesOf(text, format, locale);
  if (read.size >= MAX_READ) read.clear();
  read.set(name, lines);
  return lines;
}

/** Returns the line of a message that is shown first. It has the option `other` at every level, or is the last line. */
export const mainLine = (lines: readonly ReadLine[]): ReadLine =>
  lines.find(({ keys }) => keys.every((key) => key === 'other')) ?? lines.at(-1)!;
