import type { Db } from '../../db/client.ts';
import { findKeysByNames, type KeyRef, readValues } from '../content/index.ts';
import type { ProjectRow } from '../project/index.ts';

/**
 * Returns the source texts of keys, by key id. For a plural form without a source text, returns the
 * source text of the form `other`.
 */
export async function findSourceTexts(
  db: Db,
  project: Pick<ProjectRow, 'id' | 'source_locale_id'>,
  keys: readonly KeyRef[],
): Promise<Map<string, string>> {
  const names = [...new Set(keys.flatMap((key) => otherNameOf(key) ?? []))];
  const found = names.length === 0 ? [] : await findKeysByNames(db, project.id, names);
  const others = new Map(found.map(({ name, id }) => [name, id]));
  const ids = [...keys.map(({ id }) => id), ...others.values()];
  const texts = await readValues(db, project.id, project.source_locale_id, ids);
  return new Map(
    keys.flatMap((key) => {
      const other = others.get(otherNameOf(key) ?? '');
      const text = texts.get(key.id)?.text ?? (other && texts.get(other)?.text);
      return text === undefined ? [] : [[key.id, text] as const];
    }),
  );
}

function otherNameOf({ name, plural_family: family, plural_category: category }: KeyRef) {
  return family === null ? null : `${name.slice(0, name.length - category!.length)}other`;
}
