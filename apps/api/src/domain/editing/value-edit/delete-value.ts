import { placeOfValue } from '../../../db/ids/value-id.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import type { EditCall } from '../../project/index.ts';
import type { MissingView } from '../value-list/page-values.ts';
import { editCell } from './edit-cell.ts';

/**
 * Deletes the text of a value. The history stays.
 * @throws `not_found`, `version_conflict`, `archived`
 */
export async function deleteValue(
  deps: Pick<Deps, 'db' | 'clock'>,
  { version, ...input }: EditCall & { valueId: string; version?: number },
): Promise<Pick<MissingView, 'key_id' | 'key' | 'locale'>> {
  const { cell } = await editCell(deps, {
    ...input,
    edit: { clears: true, ...(version === undefined ? {} : { version }) },
    name: placeOfValue(input.valueId),
    failMissing: () => fail('not_found', 'The value does not exist.'),
  });
  return { key_id: cell.key.id, key: cell.key.name, locale: cell.locale.code };
}
