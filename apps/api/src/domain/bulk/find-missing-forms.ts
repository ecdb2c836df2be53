import { familyNames } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { findKeysByNames } from '../key/key.store.ts';
import { type KeyRef, newKeyRef } from '../key/key-ref.ts';
import type { RowKey } from '../row/row.store.ts';
import { readValues } from '../value/value.store.ts';
import type { ValuesRun } from './values-run.ts';

/** A key of a plural form that a locale needs and the project lacks. */
export interface MissingForm {
  /** The new key before it belongs to a family. */
  key: KeyRef;
  /** The same key with its family. */
  form: KeyRef;
  /** Id of the family's form `other`. */
  otherId: string;
}

/**
 * Returns the keys that a copy creates: the forms of the target locales that the rows lack, in families whose form
 * `other` has a text to copy. A form whose key is archived stays archived.
 */
export async function findMissingForms(
  db: Db,
  { project, allLocales, locales, order }: ValuesRun,
  rows: readonly RowKey[],
): Promise<MissingForm[]> {
  const { copy } = order.action;
  const origin = copy && allLocales.find(({ code }) => code === copy.from);
  const families = rows.filter(({ forms, translatable }) => forms !== null && translatable);
  if (!origin || families.length === 0) return [];
  const ids = families.map(({ id }) => id);
  const texts = await readValues(db, project.id, origin.id, ids);
  const missing = new Map<string, MissingForm>();
  for (const { id: localeId, code } of locales) {
    if (localeId === origin.id || localeId === project.source_locale_id) continue;
    const isExcepted = (id: string) =>
      order.except.some(({ keyId, locale }) => keyId === id && locale === code);
    for (const row of families) {
      if (!texts.has(row.id) || isExcepted(row.id)) continue;
      for (const form of formsWithoutKey(row, code)) {
        missing.set(form.key.name, missing.get(form.key.name) ?? { ...form, otherId: row.id });
      }
    }
  }
  for (const { name } of await findKeysByNames(db, project.id, [...missing.keys()])) {
    missing.delete(name);
  }
  return [...missing.values()];
}

function formsWithoutKey(row: RowKey, locale: string): Pick<MissingForm, 'key' | 'form'>[] {
  const { plural_ordinal, plural_said } = row;
  const style = row.plural_style!;
  const family = row.plural_family!;
  const needed = familyNames({ family, style, ordinal: plural_ordinal, said: plural_said }, locale);
  return needed.flatMap(({ name, category }) => {
    if (row.forms!.some((form) => form.category === category)) return [];
    const key = newKeyRef(name, { description: row.description });
    const place = { plural_family: family, plural_style: style, plural_category: category };
    return [{ key, form: { ...key, ...place, plural_ordinal, plural_said } }];
  });
}
