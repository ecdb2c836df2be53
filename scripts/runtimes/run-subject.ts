import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Category } from '../../packages/formats/src/plural/plural-categories.ts';
import {
  collectRows,
  inOneChunk,
  TEST_LIMITS,
} from '../../packages/formats/test/conformance/io.ts';
import { createRandom } from '../../packages/messages/test/adversary/random.ts';
import { type Batch, buildFile, expectedOf, extensionOf, refusalOf, rewriterOf } from './build.ts';
import { LOCALES, makeEntry, SOURCE } from './entries.ts';
import { type Entry, textsOf, type Version } from './entry.ts';
import { pullFile } from './pull.ts';
import { readEach } from './readers/libraries.ts';
import { type Reader, type Shown, type Subject, type TestFile, WAYS, type Way } from './subject.ts';

export interface Outcome {
  readonly entries: number;
  readonly files: number;
  /** Number of compared texts by reader. */
  readonly texts: ReadonlyMap<string, number>;
  /** Number of entries that Parlance rejected, by reason. */
  readonly refused: ReadonlyMap<string, number>;
  readonly differences: readonly string[];
}

export interface RunOptions {
  readonly entries: number;
  readonly perFile: number;
  readonly seed: number;
  readonly folder: string;
  /** Number of entries in each pulled file. */
  readonly pulled: number;
}

interface BuiltFile {
  readonly way: Way;
  readonly batch: Batch;
  readonly path: string;
}

const SHOWN_DIFFERENCES = 5;
/** Number of pulled files, each in a different language. */
const PULLED = 2;

/** Writes files in all ways, reads them with the programs, and compares the texts. */
export async function runSubject(subject: Subject, options: RunOptions): Promise<Outcome> {
  const folder = join(options.folder, subject.id.replaceAll(/\W+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const refused = new Map<string, number>();
  const differences: string[] = [];
  const files: BuiltFile[] = [];
  const count = Math.ceil(options.entries / options.perFile);
  for (let index = 0; index < count; index++) {
    const batch = await makeBatch(subject, options, index, refused);
    for (const way of WAYS) {
      if (subject.skips?.includes(way)) continue;
      if (way === 'repatched' && rewriterOf(subject) === undefined) continue;
      const path = join(folder, `${way}-${index}.${extensionOf(subject)}`);
      try {
        writeFileSync(path, await buildFile(subject, way, batch, folder));
        files.push({ way, batch, path });
      } catch (error) {
        differences.push(`${subject.id} ${way}: ${error}`);
      }
    }
  }
  if (!subject.skips?.includes('pulled')) {
    for (let index = 0; index < Math.min(PULLED, count); index++) {
      const { entries, ...rest } = await makeBatch(subject, options, index, new Map());
      const batch = { ...rest, entries: entries.slice(0, options.pulled) };
      const path = join(folder, `pulled-${index}.${extensionOf(subject)}`);
      try {
        writeFileSync(path, await pullFile(subject, batch));
        files.push({ way: 'pulled', batch, path });
      } catch (error) {
        differences.push(`${subject.id} pulled: ${error}`);
      }
    }
  }
  const texts = new Map<string, number>();
  for (const reader of [ownReader(subject), ...subject.readers]) {
    const shown = await reader.read(
      files.map(({ path, batch }) => ({ path, localeTag: batch.localeTag })),
    );
    for (const [at, file] of files.entries()) {
      const label = `${subject.id} ${file.way}, ${reader.name}, ${file.path}`;
      const { faults, compared } = compare(reader, file, shown[at]!, subject.baseNames);
      texts.set(reader.name, (texts.get(reader.name) ?? 0) + compared);
      if (faults.length === 0) continue;
      differences.push(...faults.slice(0, SHOWN_DIFFERENCES).map((fault) => `${label}: ${fault}`));
      for (let more = SHOWN_DIFFERENCES; more < faults.length; more++) differences.push('');
    }
  }
  return { entries: options.entries, files: files.length, texts, refused, differences };
}

async function makeBatch(
  subject: Subject,
  { entries: count, perFile, seed }: RunOptions,
  at: number,
  refused: Map<string, number>,
): Promise<Batch> {
  const localeTag = LOCALES[at % LOCALES.length]!;
  const random = createRandom(seed * 1_000_003 + at);
  const entries: Entry[] = [];
  const size = Math.min(perFile, count - at * perFile);
  for (let number = 0; number < size; number++) {
    const entry = makeEntry(subject, random, number, localeTag);
    const reason = subject.isAlwaysCarried ? null : await refusalOf(subject, entry, localeTag);
    if (reason === null) entries.push(entry);
    else refused.set(reason, (refused.get(reason) ?? 0) + 1);
  }
  return { seed: random.below(2 ** 31), localeTag, entries };
}

/** Returns Parlance's own reader: it must store the texts that the program shows. */
function ownReader({ format, writing, formsOf }: Subject): Reader {
  const { keySeparator, poKind, charset } = writing;
  const textsIn = async (bytes: Buffer, { localeTag }: TestFile) => {
    const { rows } = await collectRows(format, inOneChunk(bytes), {
      keySeparator,
      localeTag,
      sourceLocaleTag: SOURCE,
      limits: TEST_LIMITS,
      ...(poKind && { poKind }),
      ...(charset && { charset }),
    });
    return Object.fromEntries(
      rows.flatMap(({ name, values }) =>
        values.filter((value) => value.localeTag === localeTag).map(({ text }) => [name, text]),
      ),
    );
  };
  return {
    name: 'Parlance',
    version: () => '',
    read: (files) => readEach(files, textsIn),
    shows: (entry, version, localeTag) => {
      const forms = formsOf?.(localeTag);
      return textsOf(entry, version).flatMap(([name, { stored }]): [string, string][] => {
        const category = name.slice(entry.name.length + 1) as Category;
        const isLeftOut = entry.isPlural && forms?.includes(category) === false;
        return isLeftOut ? [] : [[name, stored]];
      });
    },
  };
}

const show = (text: string | undefined): string =>
  text === undefined ? 'nothing' : JSON.stringify(text);

/** Compares the output of a program with the entries. */
function compare(
  reader: Reader,
  { way, batch }: BuiltFile,
  shown: Shown,
  names: readonly string[] = [],
): { faults: string[]; compared: number } {
  if ('error' in shown) return { faults: [`rejects the file: ${shown.error}`], compared: 0 };
  const { entries, version } = expectedOf(way, batch);
  const wanted = new Map(
    entries.flatMap((entry) => showsOf(reader, entry, version, batch.localeTag)),
  );
  if (way === 'derived' || way === 'pulled') {
    for (const entry of batch.entries) {
      if (entry.isTranslated) continue;
      for (const [name, text] of reader.showsMissing?.(entry) ?? []) wanted.set(name, text);
    }
  }
  const faults: string[] = [];
  const misread = new Set<string>();
  for (const [name, text] of wanted) {
    if (!reader.misreads?.(name) && !reader.misreads?.(text)) continue;
    misread.add(name);
    wanted.delete(name);
  }
  const given = new Map(Object.entries(shown.texts));
  for (const [name, text] of wanted) {
    if (given.get(name) === text) continue;
    faults.push(`${show(name)}: shows ${show(given.get(name))} for ${show(text)}`);
  }
  const unknown = [...given].filter(
    ([name]) => !wanted.has(name) && !misread.has(name) && !names.includes(name),
  );
  // A program that misreads a name shows its text under a different name.
  if (unknown.length > misread.size) {
    for (const [name, text] of unknown) {
      faults.push(`${show(name)}: shows ${show(text)}, which is no entry`);
    }
  }
  return { faults, compared: wanted.size };
}

function showsOf(
  reader: Reader,
  entry: Entry,
  version: Version,
  localeTag: string,
): [string, string][] {
  if (reader.shows) return reader.shows(entry, version, localeTag);
  return textsOf(entry, version).map(([name, { shown }]) => [name, shown]);
}
