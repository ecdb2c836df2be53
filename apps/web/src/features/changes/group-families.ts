import type { ChangeItem } from '@parlance/contracts';

/** Matches the name of a form of a plural family: the name of the family, and the category of the form. */
const FORM = /^(.+?)[_.](?:ordinal[_.])?(?:zero|one|two|few|many|other)$/;

/** The items of a plural family in one locale, or a single item. */
export interface ItemGroup {
  /** Name of the family or of the key. */
  readonly name: string;
  readonly items: readonly [ChangeItem, ...ChangeItem[]];
}

/** Groups the forms of plural families that follow each other and were changed in the same way. */
export function groupFamilies(items: readonly ChangeItem[]): ItemGroup[] {
  const groups: { family: string | null; items: [ChangeItem, ...ChangeItem[]] }[] = [];
  for (const item of items) {
    const family = FORM.exec(item.key)?.[1] ?? null;
    const last = groups.at(-1);
    const [first] = last?.items ?? [];
    const isSame = first?.kind === item.kind && first.locale === item.locale;
    if (last && family !== null && last.family === family && isSame) last.items.push(item);
    else groups.push({ family, items: [item] });
  }
  return groups.map(({ family, items: own }) => ({
    name: own.length > 1 ? family! : own[0].key,
    items: own,
  }));
}
