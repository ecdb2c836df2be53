import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectFormat, HEAD_BYTES } from '../../packages/formats/src/detect.ts';
import type { FileFormat, ReadOptions } from '../../packages/formats/src/format.ts';
import { formatById } from '../../packages/formats/src/registry.ts';
import type { Repository } from './repositories.ts';

const OPTIONS: ReadOptions = {
  keySeparator: null,
  localeTag: 'de',
  sourceLocaleTag: 'en',
  charset: 'utf-8',
  limits: { depth: 64, keyNameLength: 2048, valueLength: 200_000, descriptionLength: 20_000 },
  warn: () => {},
};

// Matches the locale that a file declares: in ARB, PO, or the root key of YAML.
const LOCALE =
  /"@@locale"\s*:\s*"([^"]+)"|^"Language: ([^\\\n]+)\\n"|^["']?([a-z]{2,3}(?:[-_]\w+)*)["']?:\s*$/m;

/** Returns the options for a file. Readers compare the locale of the options with the locale that the file declares. */
export function optionsFor(head: Uint8Array): ReadOptions {
  const [, arb, po = arb, yaml = po] = LOCALE.exec(new TextDecoder().decode(head)) ?? [];
  const [tag, script] = (yaml ?? 'de').replaceAll('_', '-').split('@') as [string, ...string[]];
  const localeTag = script === 'valencia' ? `${tag}-valencia` : tag;
  return { ...OPTIONS, localeTag };
}

/** Extensions without a reader, with the format that has the same content. */
const FORMATS_OF_EXTENSIONS: Readonly<Record<string, string>> = { resw: 'resx' };

/** Returns the format of a file, or undefined if no reader supports it. */
export function formatOf(path: string, head: Uint8Array): FileFormat | undefined {
  const id = FORMATS_OF_EXTENSIONS[path.split('.').at(-1)!] ?? detectFormat({ path, head });
  return id === null ? undefined : formatById(id);
}

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  yield readFileSync(path);
}

/** Reads all texts of a checkout in all locales. Returns the number of files without a reader. */
export async function readTexts(
  folder: string,
  { name, files }: Repository,
): Promise<{ readonly texts: string[]; readonly unread: number }> {
  const root = join(folder, name);
  const texts: string[] = [];
  let unread = 0;
  for (const file of globSync(files, { cwd: root }).sort()) {
    const path = join(root, file);
    const head = readFileSync(path).subarray(0, HEAD_BYTES);
    const format = formatOf(path, head);
    try {
      for await (const rows of format!.read(bytesOf(path), optionsFor(head))) {
        for (const { values } of rows) texts.push(...values.map(({ text }) => text));
      }
    } catch {
      unread++;
    }
  }
  return { texts, unread };
}
