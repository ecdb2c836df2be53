import type { PreviewedKey } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { findKeysByIds, readValues } from '../../content/index.ts';
import type { ProjectRow } from '../../project/index.ts';
import { stringOfKey } from '../key-string.ts';
import { findSourceTexts } from '../source-texts.ts';
import type { JobString } from '../strings.ts';

/**
 * Reads the keys of a preview, in the order of the ids in the request. For keys with a source text,
 * also returns the strings to translate.
 * @throws `not_found`
 */
export async function readPreviewedKeys(
  db: Db,
  project: ProjectRow,
  locale: { readonly id: number },
  keyIds: readonly string[],
): Promise<{ keys: PreviewedKey[]; strings: JobString[] }> {
  const found = new Map((await findKeysByIds(db, project.id, keyIds)).map((key) => [key.id, key]));
  const keys = keyIds.map(
    (id) => found.get(id) ?? fail('not_found', `The key ${id} does not exist.`),
  );
  const sources = await findSourceTexts(db, project, keys);
  const values = await readValues(db, project.id, locale.id, keyIds);
  return {
    keys: keys.map(({ id, name }) => ({
      keyId: id,
      key: name,
      sourceText: sources.get(id) ?? null,
      text: values.get(id)?.text ?? null,
      isReviewed: values.get(id)?.state === 'reviewed',
    })),
    strings: keys.flatMap((key) => {
      const text = sources.get(key.id);
      return text === undefined ? [] : [stringOfKey(key, text)];
    }),
  };
}
