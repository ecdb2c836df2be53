import type { PluralCategory } from '@parlance/messages';
import type { Cell, Row } from '@parlance/sdk';
import { CATEGORIES } from '../../cell/forms/family.ts';
import type { SavedValue } from './slot.ts';

interface Categorized {
  readonly category: PluralCategory;
}

/** Compares plural forms by their category, in the order of CLDR. */
const byCategory = (a: Categorized, b: Categorized): number =>
  CATEGORIES.indexOf(a.category) - CATEGORIES.indexOf(b.category);

const updateCell = (cell: Cell | null | undefined, value: SavedValue): Cell => ({
  ...cell,
  ...value,
  isTruncated: false,
  checks: [...(value.checks ?? [])],
});

/** A plural form whose key was created when its text was saved. */
interface NewForm {
  readonly category: PluralCategory;
  /** Id of the new key. Absent if the text was deleted again. */
  readonly keyId: string | undefined;
}

/** Returns a copy of the row to which the key of a new plural form is added. */
function withForm(row: Row, form: NewForm, sourceVersion: number): Row {
  const { family } = row;
  if (!family || form.keyId === undefined) return row;
  if (family.forms.some(({ category }) => category === form.category)) return row;
  const { category, keyId } = form;
  const added = { category, keyId, sourceVersion, maxLength: row.maxLength };
  return { ...row, family: { ...family, forms: [...family.forms, added].sort(byCategory) } };
}

/** Returns the row with another value in one of its cells. */
export function withValue(
  before: Row,
  of: { keyId: string; locale: string; form: NewForm | null },
  value: SavedValue | null,
): Row {
  const row = of.form ? withForm(before, of.form, value?.sourceVersion ?? 0) : before;
  const { locale } = of;
  const earlier = row.values[locale];
  const put = (cell: Cell | null): Row => ({ ...row, values: { ...row.values, [locale]: cell } });
  const found = row.family?.forms.find(
    ({ category, keyId }) => category === of.form?.category || keyId === of.keyId,
  );
  if (!found) return of.form ? row : put(value && updateCell(earlier, value));
  const others = (earlier?.forms ?? []).filter(({ keyId }) => keyId !== found.keyId);
  const forms = value
    ? [...others, { ...updateCell(null, value), ...found }].sort(byCategory)
    : others;
  const shown = forms.find((form) => form.category === 'other') ?? forms[0];
  return put(shown ? { ...shown, forms } : null);
}
