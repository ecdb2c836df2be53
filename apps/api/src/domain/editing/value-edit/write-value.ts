import type { Deps } from '../../../deps.ts';
import { getKey, type ValueView } from '../../content/index.ts';
import { type EditCall, getLocale, OtherLocks } from '../../project/index.ts';
import { type CellEdit, editCell } from './edit-cell.ts';

/**
 * Writes the value of a key in a locale, whether it exists or is missing.
 * @throws `not_found`, `version_conflict`, `archived`
 */
export async function writeValue(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & {
    keyId: string;
    localeTag: string;
    edit: Pick<CellEdit, 'state' | 'version' | 'keepTranslations'> & { text: string };
  },
): Promise<ValueView> {
  const { view } = await editCell(deps, {
    ...input,
    edit: { ...input.edit, fills: true },
    name: { keyId: input.keyId, localeTag: input.localeTag },
    failMissing: async (tx, projectId) => {
      await getLocale(tx, projectId, input.localeTag);
      await getKey(tx, projectId, input.keyId);
      throw new OtherLocks();
    },
  });
  return view!;
}
