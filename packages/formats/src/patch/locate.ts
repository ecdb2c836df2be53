import type { FileFormat, FileRow, PatchOptions } from '../format.ts';

/** A position in a file. Line and column count from 1, and the column is in code units. */
export interface FilePosition {
  line: number;
  column: number;
}

interface TextName {
  name: string;
  localeTag: string;
}

const MARK = /\bxq(\d+)qx\b/;
const LINE_END = /\r\n|[\n\r]/g;

/**
 * Finds the positions of texts in a file. To do so, replaces each text by a unique text and records where the patch
 * writes this unique text.
 * @returns the position of each text, or null for a text that the patch does not write at a separate position
 */
export async function locateTexts(
  format: FileFormat,
  base: Uint8Array,
  rows: readonly FileRow[],
  wanted: readonly TextName[],
  options: Omit<PatchOptions, 'missing' | 'observe'>,
): Promise<(FilePosition | null)[]> {
  let lines: Places | undefined;
  return findTexts({ format, base, rows, wanted, options }, (start, text) => {
    lines ??= new Places(text);
    return lines.at(start);
  });
}

interface TextSearch {
  readonly format: FileFormat;
  readonly base: Uint8Array;
  readonly rows: readonly FileRow[];
  readonly wanted: readonly TextName[];
  readonly options: Omit<PatchOptions, 'missing' | 'observe'>;
}

/** Returns the offset of each text in the decoded file, or null as {@link locateTexts} does. */
export const findOffsets = (search: TextSearch): Promise<(number | null)[]> =>
  findTexts(search, (start) => start);

async function findTexts<Place>(
  { format, base, rows, wanted, options }: TextSearch,
  placeOf: (start: number, text: string) => Place,
): Promise<(Place | null)[]> {
  const marks = new Map<string, number>();
  for (const { name, localeTag } of wanted) {
    const text = nameOf(name, localeTag);
    if (!marks.has(text)) marks.set(text, marks.size);
  }
  const places: Place[] = [];
  const marked = rows.flatMap((row): FileRow[] => {
    const values = row.values.flatMap(({ localeTag }) => {
      const at = marks.get(nameOf(row.name, localeTag));
      return at === undefined ? [] : [{ localeTag, text: `xq${at}qx` }];
    });
    return values.length === 0 ? [] : [{ ...row, values }];
  });
  const patched = format.patch(base, inOneBatch(marked), {
    ...options,
    missing: 'keep',
    observe(start, replacement, text) {
      const at = MARK.exec(replacement)?.[1];
      if (at !== undefined) places[Number(at)] ??= placeOf(start, text);
    },
  });
  while (!(await patched.next()).done);
  return wanted.map(({ name, localeTag }) => places[marks.get(nameOf(name, localeTag))!] ?? null);
}

const nameOf = (name: string, localeTag: string): string => JSON.stringify([name, localeTag]);

async function* inOneBatch(rows: FileRow[]): AsyncGenerator<FileRow[], void> {
  yield rows;
}

/** Converts offsets in a text to lines and columns, both counted from 1. */
export class Places {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (const { 0: end, index } of text.matchAll(LINE_END)) this.#starts.push(index + end.length);
  }

  at(offset: number): FilePosition {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.#starts[low]! + 1 };
  }
}
