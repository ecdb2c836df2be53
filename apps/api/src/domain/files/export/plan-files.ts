import { type FileSpec, fileSpecOf, keyPrefixOf, placeholdersOf } from '@parlance/config';
import type { Fault, FileFormatName } from '@parlance/contracts';
import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { Failure, fail, failAt } from '../../../errors.ts';
import { listKeys } from '../../content/index.ts';
import { BULK_ROWS, faultOfPath, type ProjectRef } from '../../kernel/index.ts';

export interface FolderPattern {
  path: string;
  prefix: string;
}

/**
 * A file of an export. It contains the texts of one locale for all keys with a prefix. The names in
 * the file omit the prefix.
 */
export interface PlannedFile {
  name: string;
  localeTag: string;
  prefix: string;
}

/** @throws `validation_failed` for a pattern by which files cannot be named */
export function exportSpecOf(
  { path, prefix }: FolderPattern,
  format: string,
  sourceLocale: string,
): FileSpec {
  const fault = (message: string, member: string): never => failAt(`/${member}`, message);
  const entry = { path, format: format as FileFormatName, ...(prefix !== '' && { prefix }) };
  const spec = fileSpecOf(entry, { map: {}, sourceLocale: () => sourceLocale }, fault);
  if (!spec.pattern.hasLocale)
    fault('needs {locale}: an export has a file for each locale', 'path');
  // Without text between two placeholders, the end of the first value would be unknown.
  if (
    partsOf(prefix)
      .slice(1)
      .some((part, index) => index % 2 === 1 && part === '')
  ) {
    fault('needs text behind each placeholder', 'prefix');
  }
  const prefixPlaceholders = new Set(placeholdersOf(prefix));
  for (const name of spec.pattern.names) {
    const what = name.startsWith('*') ? 'a wildcard' : `{${name}}`;
    if (!prefixPlaceholders.has(name)) fault(`has ${what}, which the prefix does not have`, 'path');
  }
  return spec;
}

/**
 * Returns the files of an export: one for each locale and each prefix of key names.
 * Passes the name of each key to `onName`, with the prefix that its file leaves out.
 * @throws `content_invalid` if the pattern has no file for the name of a key, `limit_exceeded`
 */
export async function planFiles(
  tx: Db,
  projectId: ProjectRef,
  spec: FileSpec,
  localeTags: readonly string[],
  onName: (name: string, prefix: string) => void,
): Promise<PlannedFile[]> {
  const groups = await findGroups(tx, projectId, spec, onName);
  const files = groups.flatMap((values) =>
    localeTags.map((localeTag) => ({
      name: spec.pattern.pathOf(localeTag, values),
      localeTag,
      prefix: keyPrefixOf(spec, values),
    })),
  );
  if (files.length > LIMITS.folderFiles) {
    const message = `The export has ${files.length} files, and at most ${LIMITS.folderFiles} are possible.`;
    fail('limit_exceeded', `${message} Export fewer locales, or use a shorter prefix.`);
  }
  return files.sort((file, other) => (file.name < other.name ? -1 : 1));
}

type Values = Readonly<Record<string, string>>;

async function findGroups(
  tx: Db,
  projectId: ProjectRef,
  spec: FileSpec,
  onName: (name: string, prefix: string) => void,
): Promise<Values[]> {
  const parts = partsOf(spec.prefix ?? '');
  const groups = new Map<string, Values>();
  const homeless: Fault[] = [];
  let homelessCount = 0;
  for await (const name of activeNames(tx, projectId)) {
    const values = valuesIn(name, parts);
    if (values) onName(name, keyPrefixOf(spec, values));
    const id = JSON.stringify(values);
    if (groups.has(id)) continue;
    const reason = values === null ? NOT_BEGUN : faultOfValues(spec, values);
    if (values && reason === null) groups.set(id, values);
    else if (homelessCount++ < LIMITS.importConflictsListed) {
      homeless.push({ path: name, message: `has no place in a file: ${reason}` });
    }
  }
  if (homelessCount > 0) throw noFileFor(homeless, homelessCount);
  return [...groups.values()];
}

/** Yields the names of the active keys. */
export async function* activeNames(tx: Db, projectId: ProjectRef): AsyncGenerator<string, void> {
  for (let after: string | null = null; ; ) {
    const keys = await listKeys(tx, projectId, { after, limit: BULK_ROWS });
    for (const { name, archived } of keys) if (!archived) yield name;
    if (keys.length < BULK_ROWS) return;
    after = keys.at(-1)!.id;
  }
}

/**
 * Splits a prefix at its placeholders. Fixed texts and names of placeholders alternate in the
 * result, and the first piece is a fixed text.
 */
const partsOf = (prefix: string): string[] => prefix.split(/\{(\w+)\}/);

/**
 * Returns the values of the placeholders in a key name. A value ends before the next fixed text.
 * Null if the name does not match the prefix, or if nothing follows the prefix.
 */
function valuesIn(name: string, [start = '', ...parts]: readonly string[]): Values | null {
  if (!name.startsWith(start)) return null;
  const values: Record<string, string> = {};
  let at = start.length;
  for (let part = 0; part < parts.length; part += 2) {
    const [placeholder, text] = [parts[part]!, parts[part + 1]!];
    const end = name.indexOf(text, at + 1);
    if (end === -1) return null;
    const value = name.slice(at, end);
    if ((values[placeholder] ?? value) !== value) return null;
    values[placeholder] = value;
    at = end + text.length;
  }
  return at < name.length ? values : null;
}

const NOT_BEGUN = 'its name does not begin with the prefix';

/**
 * Returns the reason why an import could not read the values from the path of their file, or why an
 * operating system does not accept the path. Null if there is none.
 */
function faultOfValues({ pattern }: FileSpec, values: Values): string | null {
  const path = pattern.pathOf('en', values);
  const fault = faultOfPath(path);
  if (fault !== null) return `its path ${fault}`;
  if (path !== path.normalize('NFC')) {
    return 'its path is not in Unicode NFC, in which an import reads paths';
  }
  const found = pattern.match(path);
  const isRead = Object.entries(values).every(([name, value]) => found?.values[name] === value);
  return isRead ? null : 'its path would be read as that of another key';
}

function noFileFor(errors: readonly Fault[], count: number): Failure {
  const what = count === 1 ? 'A key has' : `${count} keys have`;
  return new Failure(
    'content_invalid',
    `${what} no place in a file. Export with another prefix, or rename them.`,
    { errors },
  );
}
