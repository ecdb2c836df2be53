import { foldedCharacters, foldText } from './fold-text.ts';
import { groupBy } from './group-by.ts';

/** Characters that fold to several characters, such as ß. */
interface Wide {
  readonly folded: readonly string[];
  readonly characters: string[];
}

interface Sources {
  /** The characters that fold to a character. */
  readonly of: ReadonlyMap<string, readonly string[]>;
  readonly wide: readonly Wide[];
}

/** Part of a folded text that a single unfolded character may have produced. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly characters: readonly string[];
}

/** Maximum length of a part of a pattern, such as `fffi`, for which all spellings are listed. */
const MAX_JOINED = 6;
/** The same maximum for long texts, whose pattern would otherwise be too large. */
const MAX_JOINED_IN_LONG = 3;
const LONG = 100;

let cachedSources: Sources | null = null;

function foldSources(): Sources {
  if (cachedSources) return cachedSources;
  const sources = new Map<string, string[]>();
  for (const [character, folded] of foldedCharacters()) {
    const same = sources.get(folded);
    if (same) same.push(character);
    else sources.set(folded, [character]);
  }
  const wide = [...sources].map(([folded, characters]) => ({ folded: [...folded], characters }));
  cachedSources = { of: sources, wide: wide.filter(({ folded }) => folded.length > 1) };
  return cachedSources;
}

/**
 * Returns a regular expression for the texts that fold ({@link foldText}) to the same text as `text`. It is valid in
 * PostgreSQL and in RE2, without any flags. It finds texts in NFC and NFD. With `isPart`, a character that folds to
 * several characters matches even if the text begins or ends between these characters. For example, `gros` is a part of
 * `Groß`, because `Groß` folds to `gross`.
 */
export function foldedPattern(text: string, { isPart = false } = {}): string {
  const folded = [...foldText(text)];
  const spans = [...wideSpans(folded), ...(isPart ? cutSpans(folded) : [])];
  const maxJoined = folded.length > LONG ? MAX_JOINED_IN_LONG : MAX_JOINED;
  const startingAt = groupBy(spans, ({ from }) => from);
  let pattern = '';
  let from = 0;
  while (from < folded.length) {
    let to = from + 1;
    for (let at = from; at < to; at++) {
      for (const span of startingAt.get(at) ?? []) {
        if (span.to - from <= maxJoined) to = Math.max(to, span.to);
      }
    }
    pattern += writePart(folded, startingAt, from, to);
    from = to;
  }
  return pattern;
}

function wideSpans(folded: readonly string[]): Span[] {
  const { wide } = foldSources();
  const byFirst = groupBy(wide, ({ folded: [first] }) => first!);
  return folded.flatMap((character, from) =>
    (byFirst.get(character) ?? [])
      .filter((wide) => wide.folded.every((part, index) => part === folded[from + index]))
      .map(({ folded: { length }, characters }) => ({ from, to: from + length, characters })),
  );
}

/** Returns the spans at the ends of a text in which only a part of a character's folded form is inside the text. */
function cutSpans(folded: readonly string[]): Span[] {
  const { length } = folded;
  const spans: Span[] = [];
  for (const { folded: whole, characters } of foldSources().wide) {
    // Offsets at which the text begins, counted from the start of the character.
    const starts = new Set<number>();
    for (let start = 1; start < whole.length; start++) {
      starts.add(start);
      if (start <= length) starts.add(whole.length - length - start);
    }
    for (const start of starts) {
      const from = Math.max(0, -start);
      const to = Math.min(length, whole.length - start);
      const isSame = folded
        .slice(from, to)
        .every((part, index) => part === whole[from + start + index]);
      if (isSame) spans.push({ from, to, characters });
    }
  }
  return spans;
}

function writePart(
  folded: readonly string[],
  startingAt: ReadonlyMap<number, readonly Span[]>,
  from: number,
  to: number,
): string {
  if (from === to) return '';
  const spans = (startingAt.get(from) ?? []).filter((span) => span.to <= to);
  const longer = spans.filter((span) => span.to > from + 1);
  const others = spans.filter((span) => span.to === from + 1).flatMap((span) => span.characters);
  const ways = longer.map(
    (span) => writeClass(span.characters) + writePart(folded, startingAt, span.to, to),
  );
  const single =
    writeCharacter(folded[from]!, others) + writePart(folded, startingAt, from + 1, to);
  return ways.length === 0 ? single : `(?:${[single, ...ways].join('|')})`;
}

/** Returns a pattern for a folded character, including its decomposition (UAX #15). */
function writeCharacter(character: string, others: readonly string[]): string {
  const composed = writeSources(character, others);
  const parts = [...character.normalize('NFD')];
  if (parts.length === 1) return composed;
  return `(?:${composed}|${parts.map((part) => writeSources(part, [])).join('')})`;
}

function writeSources(character: string, others: readonly string[]): string {
  const { of } = foldSources();
  const one = writeClass([character, ...(of.get(character) ?? []), ...others]);
  return character === 'i' ? `${one}\u0307?` : one;
}

function writeClass(characters: readonly string[]): string {
  const [only = '', ...others] = [...new Set(characters)].map((character) =>
    character.replace(/[!-/:-@[-^`{-~]/, '\\$&'),
  );
  return others.length === 0 ? only : `[${only}${others.join('')}]`;
}
