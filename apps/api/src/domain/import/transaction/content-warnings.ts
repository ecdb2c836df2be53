import type { Warning } from '@parlance/contracts';
import { DEFAULT_KEY_SEPARATOR } from '@parlance/formats';
import type { ProjectRow } from '../../project/project.store.ts';
import type { FileContent } from '../file-content.ts';
import { findForeignPlaceholders } from '../find-foreign-placeholders.ts';
import { findForeignShape } from '../find-foreign-shape.ts';
import type { ImportInput } from '../import-input.ts';

type ReadFile = Pick<ImportInput, 'format' | 'content' | 'localeTag'>;

/** Returns warnings about a file that was written for other settings than those of the project. */
export async function contentWarnings(row: ProjectRow, file: ReadFile): Promise<Warning[]> {
  const shape = shapeOf(row, file);
  const { messageFormat } = row.settings;
  const placeholders = await findForeignPlaceholders(textsOf(file.content), messageFormat);
  return [shape, placeholders].filter((warning) => warning !== null);
}

const SHAPE_NAMES = 2000;

/** Returns a warning if the names suggest that the import misinterprets the structure of a file. */
function shapeOf(row: ProjectRow, { format, content, localeTag }: ReadFile): Warning | null {
  if (format !== 'json' && format !== 'yaml') return null;
  const separator = row.settings.keySeparator ?? DEFAULT_KEY_SEPARATOR;
  const names = content.names.slice(0, Math.min(content.names.length, SHAPE_NAMES));
  return findForeignShape(names, { separator, localeTag });
}

function* textsOf({ locales }: FileContent): Generator<string, void> {
  for (const texts of locales) for (let at = 0; at < texts.length; at++) yield texts.textAt(at);
}
