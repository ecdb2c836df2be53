import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HEAD_BYTES } from '../../packages/formats/src/detect.ts';
import {
  type FileFormat,
  type FileRow,
  FormatError,
  type PatchOptions,
  type PatchReport,
  type ReadOptions,
} from '../../packages/formats/src/format.ts';
import { formatOf, optionsFor } from '../syntax/read-texts.ts';
import { REPOSITORIES } from '../syntax/repositories.ts';

/**
 * Patches the files of public repositories. The first argument is the folder with their checkouts as `<owner>/<name>`.
 * Each file is patched twice: with its own texts, which must not change a byte, and with one changed text, which must
 * change one line. The other arguments select repositories by name. Prints counts and the reason for each rejected
 * file, but no texts.
 */

interface Counts {
  files: number;
  read: number;
  same: number;
  withText: number;
  oneLine: number;
}

async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
async function* inOneBatch(rows: FileRow[]): AsyncGenerator<FileRow[]> {
  yield rows;
}

async function readRows(format: FileFormat, bytes: Uint8Array, options: ReadOptions) {
  const rows: FileRow[] = [];
  for await (const batch of format.read(inOneChunk(bytes), options)) rows.push(...batch);
  return rows;
}

async function patch(
  format: FileFormat,
  bytes: Uint8Array,
  rows: FileRow[],
  { keySeparator, localeTag, sourceLocaleTag, limits }: ReadOptions,
): Promise<Buffer> {
  const isBoth = format.carries.includes('source') && localeTag !== sourceLocaleTag;
  const options: PatchOptions = {
    keySeparator,
    sourceLocaleTag,
    limits,
    shape: 'flat',
    missing: 'keep',
    localeTags: isBoth ? [sourceLocaleTag, localeTag] : [localeTag],
    ...(isBoth && { referenceTag: sourceLocaleTag }),
    skipsPlainStates: true,
  };
  const pieces: Uint8Array[] = [];
  const patched = format.patch(bytes, inOneBatch(rows), options);
  let next: IteratorResult<Uint8Array, PatchReport> = await patched.next();
  for (; !next.done; next = await patched.next()) pieces.push(next.value);
  return Buffer.concat(pieces);
}

/** Returns the rows with one changed text. Returns null if no text of the file is on a single line. */
function withChange(rows: readonly FileRow[], localeTag: string): FileRow[] | null {
  const at = rows.findIndex(({ values }) =>
    values.some((value) => value.localeTag === localeTag && /^[^\n\r]{1,50}$/.test(value.text)),
  );
  if (at === -1) return null;
  const values = rows[at]!.values.map((value) =>
    value.localeTag === localeTag ? { ...value, text: `${value.text}X` } : value,
  );
  return rows.with(at, { ...rows[at]!, values });
}

function changedLines(before: Buffer, after: Buffer): number {
  const [one, other] = [before, after].map((bytes) => bytes.toString('latin1').split('\n'));
  const longest = Math.max(one!.length, other!.length);
  let changed = 0;
  for (let index = 0; index < longest; index++) if (one![index] !== other![index]) changed += 1;
  return changed;
}

async function patchFile(path: string, counts: Counts): Promise<void> {
  counts.files += 1;
  const bytes = readFileSync(path);
  const head = bytes.subarray(0, HEAD_BYTES);
  const format = formatOf(path, head);
  const options = { ...optionsFor(head), ...(format?.id === 'yaml' && { keySeparator: '.' }) };
  try {
    if (format === undefined) throw new FormatError('the format is not known');
    const rows = await readRows(format, bytes, options);
    counts.read += 1;
    const own = await patch(format, bytes, rows, options);
    if (own.equals(bytes)) counts.same += 1;
    else console.log(`  ${path}: other bytes, ${changedLines(bytes, own)} lines`);
    const changed = withChange(rows, options.localeTag);
    if (changed === null) return;
    counts.withText += 1;
    const lines = changedLines(bytes, await patch(format, bytes, changed, options));
    if (lines === 1) counts.oneLine += 1;
    else console.log(`  ${path}: ${lines} lines differ after one change`);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const place = error.line === undefined ? '' : `:${error.line}:${error.column ?? 1}`;
    console.log(`  ${path}${place}: ${error.message}`);
  }
}

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: patched.ts <folder> [repository …]');
const chosen = REPOSITORIES.filter(({ name }) => names.length === 0 || names.includes(name));
const total: Counts = { files: 0, read: 0, same: 0, withText: 0, oneLine: 0 };
for (const { name, commit, files } of chosen) {
  const counts: Counts = { files: 0, read: 0, same: 0, withText: 0, oneLine: 0 };
  const root = join(folder, name);
  for (const file of globSync(files, { cwd: root }).sort())
    await patchFile(join(root, file), counts);
  console.log(`${name}@${commit.slice(0, 8)}: ${describe(counts)}`);
  for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
}
console.log(`all: ${describe(total)}`);
if (total.same < total.read || total.oneLine < total.withText) process.exitCode = 1;

function describe({ files, read, same, withText, oneLine }: Counts): string {
  return `${read} of ${files} files read, ${same} the same when patched with themselves, ${oneLine} of ${withText} with one changed line`;
}
