import {
  type FileSpec,
  type FoundPattern,
  fileSpecOf,
  findPatterns,
  isSkippedName,
  type MatchedFile,
  matchFile,
  mayBeLocaleFile,
  type NamedFile,
  nameFile,
} from '@parlance/config';
import { type FolderImportOptions, LIMITS } from '@parlance/contracts';
import { detectFormat, HEAD_BYTES } from '@parlance/formats';
import { fail, failAt } from '../../../../errors.ts';
import { createYieldToLoop, type YieldToLoop } from '../../../../lib/yield-to-loop.ts';
import { ZipError } from '../../../../lib/zip/zip-error.ts';
import type { FolderFile } from './folder-file.ts';

export interface ChosenFile extends MatchedFile, FolderFile {}

export interface ChosenFiles {
  readonly spec: FileSpec;
  readonly files: readonly ChosenFile[];
  readonly skipped: readonly string[];
}

/**
 * Matches files and folders that archive tools, operating systems and package managers add. An
 * import skips them.
 */
const ADDED = /(?:^|\/)(?:(?:__MACOSX|node_modules|\.git)\/|\._)/;

/**
 * Chooses the files that match the pattern of the options. Without a pattern, finds the pattern
 * with the most locales. `optionsPath` is the beginning of an option's path in an error.
 * @throws `validation_failed`, `limit_exceeded`
 */
export async function chooseFiles(
  all: readonly FolderFile[],
  options: FolderImportOptions,
  {
    sourceLocale,
    isRuby,
    optionsPath,
  }: { sourceLocale: string; isRuby: boolean; optionsPath: string },
): Promise<ChosenFiles> {
  const fault = (message: string, member: string): never => failAt(optionsPath + member, message);
  const yieldToLoop = createYieldToLoop(null);
  const patterns = options.path === undefined ? await likelyPatterns(all, isRuby, yieldToLoop) : [];
  const entry = entryOf(patterns, options, fault);
  const context = { map: {}, sourceLocale: () => sourceLocale };
  const named = fileSpecOf(entry, context, fault);
  const format = await formatByContent(all, named, { sourceLocale, format: options.format });
  const spec = format === named.format ? named : fileSpecOf({ ...entry, format }, context, fault);
  if (spec.pattern.placeholdersInName > LIMITS.placeholdersInName) {
    fault(`has more than ${LIMITS.placeholdersInName} placeholders in one name`, 'path');
  }
  const files: ChosenFile[] = [];
  const skipped: string[] = [];
  for (const { path, read } of all) {
    const rest = yieldToLoop();
    if (rest) await rest;
    const matched = ADDED.test(path) ? null : matchFile(spec, path, sourceLocale);
    if (matched) files.push({ ...matched, read });
    else skipped.push(path);
  }
  if (files.length === 0) {
    const count = all.length === 1 ? 'the only file' : `any of the ${all.length} files`;
    fault(`does not match ${count} of the folder`, 'path');
  }
  if (files.length > LIMITS.folderFiles) {
    fail('limit_exceeded', `A folder can have at most ${LIMITS.folderFiles} locale files.`);
  }
  return { spec, files: files.sort(byPath), skipped: skipped.sort() };
}

const byPath = (file: ChosenFile, other: ChosenFile): number => (file.path < other.path ? -1 : 1);

type Entry = Parameters<typeof fileSpecOf>[0];

function entryOf(
  [found]: readonly FoundPattern[],
  { path, source, prefix, format, charset }: FolderImportOptions,
  fault: (message: string, member: string) => never,
): Entry {
  if (path !== undefined) {
    return {
      path,
      ...(source !== undefined && { source }),
      ...(prefix !== undefined && { prefix }),
      ...(format !== undefined && { format }),
      ...(charset !== undefined && { charset }),
    };
  }
  if (source !== undefined) fault('requires path', 'source');
  if (prefix !== undefined) fault('requires path', 'prefix');
  if (!found) fault('is required: no path of the folder has a locale in it', 'path');
  const { locales: _, ...entry } = found;
  return {
    ...entry,
    ...(format !== undefined && { format }),
    ...(charset !== undefined && { charset }),
  };
}

/**
 * Returns the format of the files of a pattern. The name of a JSON file does not show its format, so the start of a
 * file is read. Prefers a file of the source locale, because files of other locales may be empty, or may contain only
 * plain texts even if the source file is in the format of FormatJS.
 */
async function formatByContent(
  all: readonly FolderFile[],
  spec: FileSpec,
  { sourceLocale, format }: { sourceLocale: string; format: FileSpec['format'] | undefined },
): Promise<FileSpec['format']> {
  if (spec.format !== 'json' || format !== undefined) return spec.format;
  let first: FolderFile | undefined;
  for (const file of all) {
    const matched = ADDED.test(file.path) ? null : matchFile(spec, file.path, sourceLocale);
    if (matched === null) continue;
    first ??= file;
    if (matched.locale !== sourceLocale) continue;
    first = file;
    break;
  }
  if (first === undefined) return spec.format;
  const { path } = first;
  return (detectFormat({ path, head: await readHead(first) }) as FileSpec['format']) ?? 'json';
}

/**
 * Returns the start of a file. Returns no bytes if the file cannot be decompressed, because a later
 * step reports that error.
 */
async function readHead(file: FolderFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of file.read()) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= HEAD_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
  }
  return Buffer.concat(chunks);
}

/** The paths of files show the locales and most formats, so the files are not decompressed to find patterns. */
const NO_BYTES = new Uint8Array();

/**
 * Finds the patterns that may match the files. Rails merges its YAML files into one tree, so key
 * names get no prefix from the path.
 */
async function likelyPatterns(
  files: readonly FolderFile[],
  isRuby: boolean,
  yieldToLoop: YieldToLoop,
): Promise<FoundPattern[]> {
  const all = files.flatMap(({ path, isLink }) => (isLink ? [] : [path])).filter(isCandidate);
  const paths = all.slice(0, LIMITS.folderFiles);
  const named: NamedFile[] = [];
  for (const path of paths) {
    const rest = yieldToLoop();
    if (rest) await rest;
    const file = nameFile(path);
    if (file) named.push(file);
  }
  const contents = {
    isOfRails: ({ path }: NamedFile) => isRuby && /\.ya?ml$/.test(path),
    formatOf: (path: string) => detectFormat({ path, head: NO_BYTES }),
  };
  return findPatterns(paths, contents, named);
}

function isCandidate(path: string): boolean {
  const names = path.split('/');
  return !names.some(isSkippedName) && mayBeLocaleFile(names.at(-1)!);
}
