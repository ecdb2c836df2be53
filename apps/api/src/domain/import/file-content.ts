import type { FileRow, FileWarning } from '@parlance/formats';
import type { ValueState } from '../../db/schema.generated.ts';

/** The texts of one locale of a file, by the index of the key. */
export interface LocaleTexts {
  localeTag: string;
  /** Indexes into the file's names, ascending. */
  keyIndexes: number[];
  texts: string[];
  /** Null where the format says nothing of the state. */
  states: (ValueState | null)[];
}

/** A whole file in memory, in columns: about twice the bytes of its texts. */
export interface FileContent {
  names: string[];
  descriptions: Map<number, string>;
  locales: LocaleTexts[];
  warnings: FileWarning[];
}

/** Most warnings that an answer lists. */
const MAX_WARNINGS = 1000;

/** Reads a file to its end. What is wrong with it is found here, before any row is locked. */
export async function collectFile(
  read: (warn: (warning: FileWarning) => void) => AsyncIterable<FileRow[]>,
): Promise<FileContent> {
  const content: FileContent = { names: [], descriptions: new Map(), locales: [], warnings: [] };
  const byTag = new Map<string, LocaleTexts>();
  const warn = (warning: FileWarning): void => {
    if (content.warnings.length < MAX_WARNINGS) content.warnings.push(warning);
  };
  for await (const rows of read(warn)) {
    for (const row of rows) {
      const index = content.names.push(row.name) - 1;
      if (row.description !== undefined) content.descriptions.set(index, row.description);
      for (const value of row.values) {
        let texts = byTag.get(value.localeTag);
        if (!texts) {
          texts = { localeTag: value.localeTag, keyIndexes: [], texts: [], states: [] };
          byTag.set(value.localeTag, texts);
          content.locales.push(texts);
        }
        texts.keyIndexes.push(index);
        texts.texts.push(value.text);
        texts.states.push(value.state ?? null);
      }
    }
  }
  return content;
}
