import type { FileFormat, FileRow, ReadOptions, RetargetOptions, WriteOptions } from '../format.ts';
import { canonicalTag } from '../locale/locale-tag.ts';
import { NameTree } from '../names/names.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { onlyLocale } from '../patch/only-locale.ts';
import { valueIn } from '../patch/value-in.ts';
import { Batches, rowLength } from '../text/batches.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { writeEntries } from '../text/write-entries.ts';
import { Yielder } from '../text/yielder.ts';
import { patchJson } from './patch.ts';
import { JsonLeaves, matchAngular } from './rows.ts';
import { JsonTokenizer } from './tokens.ts';
import { type JsonSpaces, quote, writeTree } from './write-tree.ts';

const INDENT = '  ';
/** Number of code units at the start of a file that are examined to detect Angular's format. */
const START_LENGTH = 1024;

/**
 * JSON (RFC 8259): an object of strings, flat or nested. Numbers and booleans are read exactly as
 * written. `null`, empty objects and empty arrays are skipped with a warning.
 */
export const json: FileFormat = {
  id: 'json',
  contentType: 'application/json',
  extensions: ['json'],
  carries: [],
  multiLocale: false,
  states: null,
  needs: { arrays: 'member', plurals: null },
  follows: 'indentation',
  targetOf: (base) => canonicalTag(matchAngular(startOf(base))?.[1] ?? ''),
  retarget: retargetJson,
  blocking: false,
  read: readJson,
  write: (rows, options) =>
    options.shape === 'nested' ? writeNested(rows, options) : writeFlat(rows, options),
  patch: patchJson,
};

async function* readJson(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const { localeTag, limits } = options;
  const batches = new Batches<FileRow>(rowLength);
  const started = (start: string): JsonTokenizer => {
    const hasLocale = matchAngular(start) !== null;
    const leaves = new JsonLeaves({ ...options, hasLocale }, (name, text) =>
      batches.add({ name, values: [{ localeTag, text }] }),
    );
    const tokenizer = new JsonTokenizer(leaves, {
      depth: limits.depth,
      memberLength: limits.keyNameLength,
      valueLength: limits.valueLength,
    });
    leaves.attach(tokenizer);
    return tokenizer;
  };
  let start: string | null = '';
  let tokenizer: JsonTokenizer | undefined;
  for await (const piece of decodeUtf8(bytes)) {
    // Collects the start of the file, because an Angular file is detected before the tokenizer reads it.
    if (start !== null) start += piece;
    if (start !== null && start.length < START_LENGTH) continue;
    tokenizer ??= started(start!);
    tokenizer.write(start ?? piece);
    start = null;
    yield* batches.takeFull();
  }
  tokenizer ??= started(start!);
  if (start !== null) tokenizer.write(start);
  tokenizer.end();
  yield* batches.takeAll();
}

/** Returns the text at the start of a file, without a byte order mark. */
const startOf = (base: Uint8Array): string =>
  new TextDecoder().decode(base.subarray(0, START_LENGTH));

/** Replaces the locale of an Angular file. No other JSON file names its locale. */
async function retargetJson(base: Uint8Array, { to }: RetargetOptions): Promise<Uint8Array> {
  const source = await decodeBase(base);
  const found = matchAngular(source.text);
  if (found === null) return base;
  const start = found[0].indexOf('"', found[0].indexOf(':'));
  const edits = new Edits();
  edits.replace(start, start + found[1]!.length + 2, JSON.stringify(to));
  return edits.collect(source);
}

function writeFlat(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const { newline, indent, colon } = layoutOf(options);
  return writeEntries(rows, options, {
    what: 'a JSON file',
    start: '{',
    entry: ({ name }, text, count) =>
      `${count === 0 ? '' : ','}${newline}${indent}${quote(name, name)}${colon}${quote(text, name)}`,
    end: (count) => `${count === 0 ? '' : newline}}${newline}`,
  });
}

async function* writeNested(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const localeTag = onlyLocale(options, 'a JSON file');
  const yielder = new Yielder();
  const tree = new NameTree(options.keySeparator);
  const texts: string[] = [];
  for await (const batch of rows) {
    for (const row of batch) {
      const text = valueIn(row.values, localeTag)?.text;
      if (text === undefined) continue;
      tree.add(row.name);
      texts.push(text);
      if (yielder.isDue()) await yielder.pause();
    }
  }
  for (const list of options.taken ?? []) tree.reserve(list);
  yield* writeTree(tree, (index) => quote(texts[index]!, tree.names[index]!), layoutOf(options));
}

/** Returns the white space of the output: none with `compact`, and otherwise two spaces per level. */
const layoutOf = ({ compact }: WriteOptions): JsonSpaces =>
  compact
    ? { newline: '', indent: '', colon: ':' }
    : { newline: '\n', indent: INDENT, colon: ': ' };
