import type { Warning } from '@parlance/contracts';
import { DEFAULT_KEY_SEPARATOR, findForeignShape, SHAPE_NAMES, Yielder } from '@parlance/formats';
import { ForeignPlaceholders, type MessageFormat } from '@parlance/messages';
import type { ProjectRow } from '../../../project/index.ts';
import type { FileContent } from '../file-content.ts';
import type { ImportInput } from '../import-input.ts';

type ReadFile = Pick<ImportInput, 'format' | 'content' | 'localeTag'> & {
  /** Prefix of the key names, which the names in the file lack. Defaults to none. */
  prefix?: string;
};

/**
 * Returns warnings about a file that was written for settings which differ from the settings of the
 * project.
 */
export async function contentWarnings(row: ProjectRow, file: ReadFile): Promise<Warning[]> {
  const shape = shapeOf(row, file);
  const { messageFormat } = row.settings;
  const placeholders = await placeholdersOf(textsOf(file.content), messageFormat);
  return [shape, placeholders].filter((warning) => warning !== null);
}

async function placeholdersOf(
  texts: Iterable<string>,
  format: MessageFormat,
): Promise<Warning | null> {
  const foreign = new ForeignPlaceholders(format);
  const yielder = new Yielder();
  for (const text of texts) {
    if (foreign.isDone) break;
    foreign.add(text);
    if (yielder.isDue()) await yielder.pause();
  }
  const message = foreign.describe();
  return message === null ? null : { path: '', code: 'message_format_differs', message };
}

/** Returns a warning if the names suggest that the import misinterprets the structure of a file. */
function shapeOf(
  row: ProjectRow,
  { format, content, localeTag, prefix = '' }: ReadFile,
): Warning | null {
  const separator = row.settings.keySeparator ?? DEFAULT_KEY_SEPARATOR;
  const names = content.names.slice(0, Math.min(content.names.length, SHAPE_NAMES));
  const fileNames = prefix === '' ? names : names.map((name) => name.slice(prefix.length));
  return findForeignShape(format, fileNames, { separator, localeTag });
}

function* textsOf({ locales }: FileContent): Generator<string, void> {
  for (const texts of locales)
    for (let index = 0; index < texts.length; index++) yield texts.textAt(index);
}
