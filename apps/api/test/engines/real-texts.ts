import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { detectFormat, FormatError, formatById, HEAD_BYTES } from '@parlance/formats';
import { FORMAT_LIMITS } from '../../src/domain/kernel/format-limits.ts';

/** Folder of the English texts of the web app. */
const WEB_APP = new URL('../../../web/src/i18n/en', import.meta.url).pathname;

/** The texts of a folder with files in any supported formats. */
export interface RealTexts {
  readonly texts: readonly string[];
  /** Paths of the files that were read. */
  readonly read: readonly string[];
  /** Paths of files in a supported format that the reader rejects. */
  readonly refused: readonly string[];
}

/** Reads the texts of the folder in the environment variable REAL_FILES. Defaults to the texts of the web app. */
export async function readRealTexts(
  folder = process.env.REAL_FILES ?? WEB_APP,
): Promise<RealTexts> {
  const texts = new Set<string>();
  const read: string[] = [];
  const refused: string[] = [];
  for (const path of globSync('**/*', { cwd: folder }).sort()) {
    const file = join(folder, path);
    if (!statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    const head = bytes.subarray(0, HEAD_BYTES);
    const format = formatById(detectFormat({ path, head }) ?? '');
    if (!format) continue;
    const options = {
      keySeparator: '.',
      localeTag: 'en',
      sourceLocaleTag: 'en',
      limits: FORMAT_LIMITS,
      warn() {},
    };
    try {
      for await (const rows of format.read(Readable.from([bytes]), options)) {
        for (const { values } of rows) for (const { text } of values) texts.add(text);
      }
      read.push(path);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      refused.push(path);
    }
  }
  return { texts: [...texts].filter((text) => text.trim() !== ''), read, refused };
}
