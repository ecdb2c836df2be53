import { familyNames } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { findKeysByNames, type KeyRef, newKeyRef, readValues } from '../../content/index.ts';
import type { RowKey } from '../row/row.store.ts';
import type { ValuesRun } from './values-run.ts';

/** A plural form that a target locale needs and for which a key must be created. */
export interface MissingForm {
  key: KeyRef;
  form: KeyRef;
  /** Id of the key with the form `other` in the same family. */
  otherId: string;
}

/**
 * Returns the keys that a bulk copy has to create: missing plural forms of the target locales, in
 * families whose form `other` has a text. Archived keys are not created again.
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
  const needed = familyNames(
    { family, style, ordinal: plural_ordinal, declared: plural_said },
    locale,
  );
  return needed.flatMap(({ name, category }) => {
    if (row.forms!.some((form) => form.category === category)) return [];
    const key = newKeyRef(name, { description: row.description });
    const plural = { plural_family: family, plural_style: style, plural_category: category };
    return [{ key, form: { ...key, ...plural, plural_ordinal, plural_said } }];
  });
}
