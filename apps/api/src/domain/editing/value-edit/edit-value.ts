import { placeOfValue } from '../../../db/ids/value-id.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import type { ValueView } from '../../content/index.ts';
import type { EditCall } from '../../project/index.ts';
import { type CellEdit, editCell } from './edit-cell.ts';

/**
 * Changes a value by its id.
 * @throws `not_found`, `version_conflict`, `archived`
 */
export async function editValue(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & {
    valueId: string;
    edit: Pick<CellEdit, 'text' | 'state' | 'version' | 'keepTranslations'>;
  },
): Promise<ValueView> {
  const { view } = await editCell(deps, {
    ...input,
    name: placeOfValue(input.valueId),
    failMissing: () => fail('not_found', 'The value does not exist.'),
  });
  return view!;
}
