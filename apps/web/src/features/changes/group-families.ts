import type { Change, ChangeItem } from '@parlance/contracts';

/** Matches the name of a form of a plural family: the name of the family, and the category of the form. */
const FORM = /^(.+?)[_.](?:ordinal[_.])?(?:zero|one|two|few|many|other)$/;

/** The items of a plural family in one locale, or a single item. */
export interface ItemGroup {
  /** Name of the family. Null for a key that is not a plural form. */
  readonly family: string | null;
  readonly items: readonly [ChangeItem, ...ChangeItem[]];
}

const familyOf = ({ key }: ChangeItem): string | null => FORM.exec(key)?.[1] ?? null;

/** Groups the forms of plural families that follow each other and were changed in the same way. */
export function groupFamilies(items: readonly ChangeItem[]): ItemGroup[] {
  const groups: (ItemGroup & { items: [ChangeItem, ...ChangeItem[]] })[] = [];
  for (const item of items) {
    const family = familyOf(item);
    const last = groups.at(-1);
    const [first] = last?.items ?? [];
    const isSame = first?.kind === item.kind && first.locale === item.locale;
    if (last && family !== null && last.family === family && isSame) last.items.push(item);
    else groups.push({ family, items: [item] });
  }
  return groups;
}

/** Successive edits of the forms of a plural family in one locale, newest first, or a single change. */
export interface ListedEdits {
  /** Id of the oldest change. */
  readonly id: string;
  readonly changes: readonly [Change, ...Change[]];
}

/** Returns the number of keys and values that a change has written. */
export const sizeOf = ({ counts }: Change): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Returns the only item of an edit, if the item is a form of a plural family. */
function editedForm(change: Change): ChangeItem | null {
  const [item] = change.items;
  const isOne = change.kind === 'edit' && item !== undefined && sizeOf(change) === 1;
  return isOne && familyOf(item) !== null ? item : null;
}

/**
 * Groups the successive edits in which a person has written the forms of a family one by one, together with the keys
 * that were created for them. A form that was written twice begins another group.
 */
export function groupEdits(changes: readonly Change[]): ListedEdits[] {
  const groups: { forms: ChangeItem[]; changes: [Change, ...Change[]] }[] = [];
  for (const change of changes) {
    const form = editedForm(change);
    const last = groups.at(-1);
    const isNext =
      form !== null &&
      last !== undefined &&
      last.forms.length > 0 &&
      last.forms.every(
        (other) =>
          familyOf(other) === familyOf(form) &&
          (other.locale === form.locale || other.locale === null || form.locale === null) &&
          !(other.keyId === form.keyId && other.kind === form.kind),
      );
    if (isNext) {
      last.forms.push(form);
      last.changes.push(change);
    } else groups.push({ forms: form ? [form] : [], changes: [change] });
  }
  return groups.map(({ changes: own }) => ({ id: own.at(-1)!.id, changes: own }));
}
