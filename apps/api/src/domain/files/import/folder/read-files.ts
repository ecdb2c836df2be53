import { dialectOf, hasSourceTexts } from '@parlance/config';
import { type Fault, type FaultyFile, type FolderImportOptions, LIMITS } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import { Failure } from '../../../../errors.ts';
import { createYieldToLoop } from '../../../../lib/yield-to-loop.ts';
import { ZipError } from '../../../../lib/zip/zip-error.ts';
import { requireLocaleTag } from '../../../project/index.ts';
import type { FileContent } from '../file-content.ts';
import { type ImportTarget, readContent } from '../read-content.ts';
import type { ChosenFile } from './choose-files.ts';
import { failFolder } from './folder-faults.ts';

export interface ReadFile extends Pick<ChosenFile, 'path' | 'prefix' | 'locale'> {
  readonly format: string;
  /** Canonical tag of the locale of the file, or of the source locale if the file contains several locales. */
  readonly localeTag: string;
  readonly content: FileContent;
}

export interface ReadFolder {
  readonly files: ReadFile[];
  /** Files that are left out because they cannot be read. */
  readonly faulty: FaultyFile[];
}

/**
 * Reads all files even after an error, so that the response lists the errors of all files. With
 * `onFault: 'skip'`, leaves out the files with errors, unless no file can be read.
 * @throws `content_invalid`, `validation_failed`
 */
export async function readFiles(
  files: readonly ChosenFile[],
  target: ImportTarget,
  {
    csvSafe = false,
    poKind,
    onFault = 'fail',
  }: Pick<FolderImportOptions, 'csvSafe' | 'poKind' | 'onFault'>,
): Promise<ReadFolder> {
  const read: ReadFile[] = [];
  const faults: Fault[] = [];
  const faulty: FaultyFile[] = [];
  const yieldToLoop = createYieldToLoop(null);
  for (const { path, prefix, locale, spec, ...file } of files) {
    // Reading uncompressed files from memory never yields to the event loop by itself.
    const rest = yieldToLoop();
    if (rest) await rest;
    const localeTag = requireLocaleTag(locale ?? target.sourceLocale, path);
    const reading = { csvSafe, ...(poKind && { poKind }), ...dialectOf({ path, spec }) };
    const options = { ...target, ...reading, localeTag, prefix };
    try {
      const content = await readContent(formatById(spec.format)!, file.read(), options);
      read.push({ path, prefix, locale, localeTag, format: spec.format, content });
    } catch (error) {
      const fileFaults = faultsOf(path, error);
      faults.push(...fileFaults);
      const isSource = hasSourceTexts({ locale }, target.sourceLocale);
      faulty.push(describeFaulty(path, fileFaults[0]!, isSource));
    }
  }
  const isSkipped = onFault === 'skip' && read.length > 0;
  const rejected = [...(isSkipped ? [] : faults), ...(await findRepeated(read))];
  if (rejected.length > 0) failFolder('content_invalid', rejected);
  return { files: read, faulty };
}

/** Describes a file that an import leaves out, by its first fault. */
export const describeFaulty = (
  path: string,
  { message, line, column, remedy }: Fault,
  isSource: boolean,
): FaultyFile => ({
  path,
  message,
  isSource,
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
  ...(remedy !== undefined && { remedy }),
});

function faultsOf(path: string, error: unknown): Fault[] {
  if (error instanceof ZipError) return [{ path, file: path, message: error.message }];
  if (!(error instanceof Failure) || error.code !== 'content_invalid') throw error;
  return error.errors.map((fault) => ({ ...fault, file: path }));
}

interface NamedText {
  readonly path: string;
  readonly name: string;
  readonly localeTag: string;
}

function* textsIn(files: readonly ReadFile[]): Generator<NamedText, void> {
  for (const { path, locale, localeTag: fileTag, content } of files) {
    for (const texts of content.locales) {
      if (locale !== null && texts.localeTag !== fileTag) continue;
      for (let index = 0; index < texts.length; index++) {
        const name = content.names.at(texts.keyIndexAt(index));
        yield { path, name, localeTag: texts.localeTag };
      }
    }
  }
}

/**
 * Returns an error for each key that two files of the same locale contain, up to the number of
 * errors in a response.
 */
async function findRepeated(files: readonly ReadFile[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  const yieldToLoop = createYieldToLoop(null);
  for (const localeFiles of Map.groupBy(files, ({ localeTag }) => localeTag).values()) {
    if (localeFiles.length < 2) continue;
    const pathOf = new Map<string, string>();
    for (const { path, name, localeTag } of textsIn(localeFiles)) {
      const rest = yieldToLoop();
      if (rest) await rest;
      const text = `${localeTag} ${name}`;
      const other = pathOf.get(text);
      if (other === undefined) pathOf.set(text, path);
      else faults.push({ path: name, file: path, message: `is also in ${other}` });
      if (faults.length === LIMITS.importConflictsListed) return faults;
    }
  }
  return faults;
}
