import type { FileRow } from '../format.ts';
import { CATEGORIES, type Category, standsForOther } from '../plural/plural-categories.ts';
import { elementOf } from './names.ts';

export interface Item {
  readonly row: FileRow;
  readonly text: string;
  readonly category: Category | null;
}

export interface Resource {
  readonly kind: 'string' | 'plurals' | 'string-array';
  readonly name: string;
  readonly items: Item[];
}

/** Combines the rows of a file into resources. A resource gets the position of its first row. */
export class Layout {
  readonly #resources: Resource[] = [];
  readonly #plurals = new Map<string, Resource>();
  readonly #arrays = new Map<string, Resource>();

  takeOrAdd(row: FileRow, text: string): Resource | null {
    if (this.#resources.length > 0 || row.plural || elementOf(row.name) !== null) {
      this.add(row, text);
      return null;
    }
    return { kind: 'string', name: row.name, items: [{ row, text, category: null }] };
  }

  add(row: FileRow, text: string): void {
    const { plural, name } = row;
    const element = elementOf(name);
    if (plural && !plural.ordinal && name === `${plural.family}.${plural.category}`) {
      this.#addTo(this.#plurals, 'plurals', plural.family, {
        row,
        text,
        category: plural.category,
      });
    } else if (element !== null) {
      this.#addTo(this.#arrays, 'string-array', element.array, { row, text, category: null });
    } else {
      this.#resources.push({ kind: 'string', name, items: [{ row, text, category: null }] });
    }
  }

  *resources(localeTag: string): Generator<Resource, void> {
    for (const resource of this.#resources) {
      if (resource.kind === 'string') yield resource;
      else if (resource.kind === 'plurals') yield* wholePlurals(resource, localeTag);
      else yield* arrayOrStrings(resource);
    }
  }

  #addTo(resources: Map<string, Resource>, kind: Resource['kind'], name: string, item: Item): void {
    let resource = resources.get(name);
    if (resource === undefined) {
      resource = { kind, name, items: [] };
      resources.set(name, resource);
      this.#resources.push(resource);
    }
    resource.items.push(item);
  }
}

function* arrayOrStrings(resource: Resource): Generator<Resource, void> {
  const { items } = resource;
  const indexOf = ({ row }: Item): number => elementOf(row.name)!.index;
  const sorted = items.toSorted((a, b) => indexOf(a) - indexOf(b));
  if (sorted.every((item, index) => indexOf(item) === index)) {
    yield { ...resource, items: sorted };
    return;
  }
  for (const item of items) yield { kind: 'string', name: item.row.name, items: [item] };
}

/**
 * Yields a plural with its forms in order. Adds `other` if another form can replace it in the language. Leaves out
 * a plural without `other`, because Android throws an exception for a number whose form is missing.
 */
function* wholePlurals(resource: Resource, localeTag: string): Generator<Resource, void> {
  const rankOf = ({ category }: Item): number => CATEGORIES.indexOf(category!);
  const items = resource.items.toSorted((a, b) => rankOf(a) - rankOf(b));
  const stand = items.find(({ category }) => category === standsForOther(localeTag));
  if (stand !== undefined && items.every(({ category }) => category !== 'other')) {
    items.push({ ...stand, category: 'other' });
  }
  if (items.some(({ category }) => category === 'other')) yield { ...resource, items };
}
