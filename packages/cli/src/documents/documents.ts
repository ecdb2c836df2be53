import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type Config,
  dialectOf,
  type FilePattern,
  type FileSpec,
  type MatchedFile,
  matchFile,
  type PathValues,
  pathIn,
} from '@parlance/config';
import {
  type FileRow,
  type FileWarning,
  FormatError,
  formatById,
  remedyIn,
} from '@parlance/formats';
import { CliError, EXIT, type Fault, failUsage } from '../fault.ts';
import type { StartProgress } from '../output/progress.ts';
import { FileWarnings } from './file-warnings.ts';
import { isPseudoTag } from './pseudo-tags.ts';
import type { ReadContext } from './read-context.ts';
import { requireInside } from './require-inside.ts';

export interface Document extends MatchedFile {
  rows: FileRow[];
  /** Hash of the file's content. Null if the file does not exist yet. */
  readonly hash: string | null;
  readonly bytes: Uint8Array;
  /** Warnings of the reader. Absent if the file was not read. */
  readonly warnings?: FileWarnings;
}

/**
 * A single buffer for all files, because allocating memory for a file takes longer than hashing the
 * file.
 */
const PIECE = Buffer.allocUnsafeSlow(256 * 1024);

export const LIMITS = {
  depth: 100,
  keyNameLength: 2048,
  valueLength: 100_000,
  descriptionLength: 10_000,
};

export const hashOf = (bytes: Uint8Array): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/**
 * Finds the files of the configuration.
 * @throws CliError if two entries claim the same file
 */
export function findFiles(config: Config): MatchedFile[] {
  const found = new Map<string, MatchedFile>();
  for (const spec of config.files) {
    for (const path of findPaths(config.root, spec)) {
      const file = matchWanted(config, spec, path);
      if (!file) continue;
      if (found.has(path)) failUsage('Two entries of "files" match the file.', { file: path });
      found.set(path, file);
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Returns the configured properties of a file. Null if no entry of the configuration covers the
 * path.
 */
export function foundFileOf(config: Config, path: string): MatchedFile | null {
  for (const spec of config.files) {
    const file = matchWanted(config, spec, path);
    if (file) return file;
  }
  return null;
}

function matchWanted(config: Config, spec: FileSpec, path: string): MatchedFile | null {
  const file = matchFile(spec, path, config.source.locale);
  return file && isWanted(config, file.locale) ? file : null;
}

export function pathOf(
  { source }: Config,
  spec: FileSpec,
  locale: string | null,
  values: PathValues,
): string {
  return pathIn(spec, { locale, values, sourceLocale: source.locale });
}

export const isWanted = (config: Config, locale: string | null): boolean =>
  locale === null ||
  locale === config.source.locale ||
  (config.locales?.only?.includes(locale) !== false &&
    config.pull?.pseudo?.includes(locale) !== true &&
    !isStrayPseudo(config, locale));

/**
 * True for a pseudo-locale that neither the project nor the configuration contains, because
 * `pull --pseudo` has written its texts. False as long as the project's locales are unknown.
 */
export const isStrayPseudo = ({ locales, pull, source }: Config, locale: string): boolean =>
  source.inProject?.includes(locale) === false &&
  [locales?.only, pull?.pseudo].every((named) => named?.includes(locale) !== true) &&
  isPseudoTag(locale);

/** Returns the paths that match an entry's patterns in any locale. */
export function findPaths(root: string, { pattern, sourcePattern }: FileSpec): Set<string> {
  const patterns = sourcePattern ? [pattern, sourcePattern] : [pattern];
  return new Set(patterns.flatMap((pattern) => [...walk(root, pattern, 0, '')]));
}

function* walk(
  root: string,
  pattern: FilePattern,
  depth: number,
  folder: string,
): Generator<string> {
  const hasAnyFolders = pattern.hasAnyFolders(depth);
  if (hasAnyFolders) yield* walk(root, pattern, depth + 1, folder);
  const isLast = depth === pattern.depth - 1;
  for (const { name, isFolder } of entriesOf(join(root, folder))) {
    if (name === 'node_modules' || name === '.git' || isFolder === isLast) continue;
    if (!pattern.matchesSegment(depth, name)) continue;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (isLast) yield path;
    else yield* walk(root, pattern, hasAnyFolders ? depth : depth + 1, path);
  }
}

function entriesOf(folder: string): { name: string; isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

export interface ReadDocumentsOptions {
  /** Returns false for a file that need not be read. By default, all files are read. */
  isRead?: (file: MatchedFile) => boolean;
  hashes?: ReadonlyMap<string, string>;
  progress?: StartProgress;
  /** Returns true to continue without the rows of an invalid file. By default, an invalid file is an error. */
  skip?: (file: MatchedFile, fault: Fault) => boolean;
}

/**
 * Reads files.
 * @throws CliError with line and column of the error in each invalid file
 */
export async function readDocuments(
  config: Config,
  files: readonly MatchedFile[],
  context: ReadContext,
  { isRead = () => true, hashes, progress, skip }: ReadDocumentsOptions = {},
): Promise<Document[]> {
  const documents: Document[] = [];
  const faults: Fault[] = [];
  const bar = progress?.('Reading files', files.length);
  for (const [at, file] of files.entries()) {
    const hash = hashes?.get(file.path);
    const unread = { ...file, rows: [], hash: hash ?? null, bytes: new Uint8Array() };
    const read =
      hash !== undefined && !isRead(file) ? unread : await readDocument(config, file, context);
    if ('rows' in read) documents.push(read);
    else if (skip?.(file, read)) documents.push(unread);
    else faults.push(read);
    bar?.to(at + 1);
  }
  bar?.end();
  if (faults.length > 0) throw new CliError(EXIT.no, faults);
  return documents;
}

/** Reads a file. Returns a description of the error if the file is invalid. */
export const readDocument = async (
  config: Config,
  file: MatchedFile,
  context: ReadContext,
): Promise<Document | Fault> => parseDocument(file, readBytes(config, file), context);

/**
 * Reads a file in pieces.
 * @throws CliError for a file outside of the configuration's folder
 */
export function readPieces({ root }: Config, { path }: MatchedFile): Iterable<Uint8Array> {
  requireInside(root, path);
  return piecesOf(join(root, path));
}

/** @throws CliError for a file outside of the configuration's folder */
export function readBytes({ root }: Config, { path }: MatchedFile): Uint8Array {
  requireInside(root, path);
  return readFileSync(join(root, path));
}

/** Parses the content of a file. Returns a description of the error if the content is invalid. */
export async function parseDocument(
  file: MatchedFile,
  bytes: Uint8Array,
  context: ReadContext,
): Promise<Document | Fault> {
  const rows: FileRow[] = [];
  const warnings = new FileWarnings(file, context);
  const warn = (warning: FileWarning): void => warnings.add(warning);
  try {
    for await (const batch of readRows(file, [bytes], context, warn)) rows.push(...batch);
  } catch (error) {
    return faultOf(file, error);
  }
  return { ...file, rows, hash: hashOf(bytes), bytes, warnings };
}

/**
 * Reads the rows of a file in batches.
 * @throws FormatError if the bytes are invalid
 */
export function readRows(
  file: MatchedFile,
  pieces: Iterable<Uint8Array>,
  { keySeparator, sourceLocale }: ReadContext,
  warn: (warning: FileWarning) => void = () => {},
): AsyncIterable<FileRow[]> {
  const { locale, spec } = file;
  return formatById(spec.format)!.read(inTurn(pieces), {
    keySeparator,
    localeTag: locale ?? sourceLocale,
    sourceLocaleTag: sourceLocale,
    limits: LIMITS,
    ...dialectOf(file),
    warn,
  });
}

/** Returns the description of an error in a file. Rethrows any other error. */
export function faultOf({ path: file }: MatchedFile, error: unknown): Fault {
  if (!(error instanceof FormatError)) throw error;
  const { path, line, column } = error;
  const remedy = remedyIn('config', error.remedy);
  const message = remedy === undefined ? error.message : `${error.message}; ${remedy}`;
  return { code: 'content_invalid', message, path, file, line, column };
}

async function* inTurn(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

export interface KeyText {
  readonly key: string;
  readonly text: string;
}

/** Returns the texts of each locale, in the order of the file. */
export function listTexts({ rows, prefix, locale }: Document): Map<string, KeyText[]> {
  const byLocale = new Map<string, KeyText[]>();
  for (const { name, values } of rows) {
    for (const { localeTag, text } of values) {
      if (locale !== null && localeTag !== locale) continue;
      let texts = byLocale.get(localeTag);
      if (!texts) {
        texts = [];
        byLocale.set(localeTag, texts);
      }
      texts.push({ key: prefix + name, text });
    }
  }
  return byLocale;
}

export function textsOf(document: Document): Map<string, Map<string, string>> {
  const byLocale = new Map<string, Map<string, string>>();
  for (const [locale, texts] of listTexts(document)) {
    byLocale.set(locale, new Map(texts.map(({ key, text }) => [key, text])));
  }
  return byLocale;
}

export function hashOfFile(root: string, path: string): string | null {
  try {
    const hash = createHash('sha256');
    for (const piece of piecesOf(join(root, path), PIECE)) hash.update(piece);
    return `sha256:${hash.digest('hex')}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads a file in pieces. If `buffer` is given, each piece overwrites the previous piece. */
function* piecesOf(path: string, buffer?: Buffer): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const target = buffer ?? Buffer.allocUnsafeSlow(PIECE.length);
      const size = readSync(file, target);
      if (size === 0) return;
      yield target.subarray(0, size);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Returns the hashes of files by path. Reuses the hashes in `known`. The event loop runs between
 * files.
 */
export async function hashFiles(
  root: string,
  files: readonly MatchedFile[],
  earlierHashes: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { path } of files) {
    requireInside(root, path);
    const early = earlierHashes.get(path);
    if (early !== undefined) {
      hashes.set(path, early);
      continue;
    }
    await setImmediate();
    const hash = hashOfFile(root, path);
    if (hash === null) {
      const message = 'The file was removed while the command ran. Run it again.';
      throw new CliError(EXIT.conflict, [{ code: 'file_changed', message, file: path }]);
    }
    hashes.set(path, hash);
  }
  return hashes;
}
