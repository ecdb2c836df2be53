import { type FileRow, FormatError } from '../../format.ts';
import { CATEGORIES, type Category, standsForOther } from '../../plural/plural-categories.ts';
import type { Yielder } from '../../text/yielder.ts';
import { referencesOf } from './entry.ts';

interface Item {
  readonly row: FileRow;
  readonly text: string;
}

export interface Form extends Item {
  readonly category: Category;
}

interface WrittenVariable {
  readonly name: string;
  readonly forms: readonly Form[];
}

export interface Message {
  format: Item | null;
  isSole: boolean;
  readonly variables: WrittenVariable[];
  readonly widths: { readonly width: string; readonly item: Item }[];
  readonly devices: Map<string, Message>;
}

export interface WrittenEntry {
  readonly key: string;
  readonly message: Message;
  readonly rows: FileRow[];
}

interface Family {
  readonly forms: Form[];
  entry: WrittenEntry | null;
}

export const SOLE_VARIABLE = 'value';

const DEVICE = /^([\s\S]*)\[device=([^\]]+)\]$/;
const WIDTH = /^([\s\S]*)\[width=([^\]]+)\]$/;
const VARIABLE = /^([\s\S]*)\[([^[\]=]+)\]$/;

export const formatOf = (family: string): string | null => VARIABLE.exec(family)?.[1] ?? null;

/** Combines rows into entries of the file. An entry gets the position of its first row. */
export class Layout {
  readonly #localeTag: string;
  readonly #entries = new Map<string, WrittenEntry>();
  readonly #families = new Map<string, Family>();
  readonly #order: (Item | string)[] = [];
  readonly #formats = new Set<string>();

  constructor(localeTag: string) {
    this.#localeTag = localeTag;
  }

  takeOrAdd(row: FileRow, text: string): WrittenEntry | null {
    const { name } = row;
    const isPlain =
      this.#order.length === 0 &&
      row.plural === undefined &&
      !text.includes('#@') &&
      !name.endsWith(']');
    if (!isPlain) {
      this.add(row, text);
      return null;
    }
    const message = { ...emptyMessage(), format: { row, text } };
    return { key: name, message, rows: [row] };
  }

  add(row: FileRow, text: string): void {
    const { name, plural } = row;
    if (plural === undefined || plural.ordinal || name !== `${plural.family}.${plural.category}`) {
      if (referencesOf(text).length > 0) this.#formats.add(name);
      this.#order.push({ row, text });
      return;
    }
    const { family, category } = plural;
    let openFamily = this.#families.get(family);
    if (openFamily === undefined) {
      openFamily = { forms: [], entry: null };
      this.#families.set(family, openFamily);
      this.#order.push(family);
    }
    openFamily.forms.push({ row, text, category });
  }

  /**
   * Yields the entries. Leaves out entries that Apple's frameworks cannot show, such as plurals
   * without `other`.
   *
   * @throws FormatError for a key that has both a text and plural forms
   */
  async *entries(yielder: Yielder): AsyncGenerator<WrittenEntry, void> {
    for (const step of this.#order) {
      if (typeof step === 'string') this.#placeFamily(step);
      else this.#placeItem(step);
      if (yielder.isDue()) await yielder.pause();
    }
    for (const entry of this.#entries.values()) if (isComplete(entry.message)) yield entry;
  }

  #placeItem(item: Item): void {
    const { name } = item.row;
    const width = name.endsWith(']') ? WIDTH.exec(name) : null;
    if (width !== null) {
      const { message } = this.#messageAt(width[1]!, item.row);
      message.widths.push({ width: width[2]!, item });
      return;
    }
    const { entry, message } = this.#messageAt(name, item.row);
    if (message.isSole) throw bothFault(entry.key, name);
    message.format = item;
  }

  #placeFamily(family: string): void {
    const { forms } = this.#families.get(family)!;
    const completed = withOther(forms, this.#localeTag);
    const { row } = forms[0]!;
    const [, base, variable] = VARIABLE.exec(family) ?? [];
    if (base !== undefined && variable !== undefined && this.#formats.has(base)) {
      const { message, entry } = this.#messageAt(base, row);
      for (const form of forms.slice(1)) entry.rows.push(form.row);
      message.variables.push({ name: variable, forms: completed });
      return;
    }
    const { message, entry } = this.#messageAt(family, row);
    if (message.format !== null) throw bothFault(family, row.name);
    for (const form of forms.slice(1)) entry.rows.push(form.row);
    message.isSole = true;
    message.variables.push({ name: SOLE_VARIABLE, forms: completed });
  }

  #messageAt(name: string, row: FileRow): { entry: WrittenEntry; message: Message } {
    const device = name.endsWith(']') ? DEVICE.exec(name) : null;
    const key = device?.[1] ?? name;
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { key, message: emptyMessage(), rows: [] };
      this.#entries.set(key, entry);
    }
    entry.rows.push(row);
    if (device === null) return { entry, message: entry.message };
    const { devices } = entry.message;
    let message = devices.get(device[2]!);
    if (message === undefined) {
      message = emptyMessage();
      devices.set(device[2]!, message);
    }
    return { entry, message };
  }
}

const emptyMessage = (): Message => ({
  format: null,
  isSole: false,
  variables: [],
  widths: [],
  devices: new Map(),
});

const bothFault = (key: string, path: string): FormatError =>
  new FormatError(`the entry ${JSON.stringify(key)} cannot have both a text and plural forms`, {
    path,
  });

function withOther(forms: readonly Form[], localeTag: string): Form[] {
  const rankOf = ({ category }: Form): number => CATEGORIES.indexOf(category);
  const sorted = forms.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (sorted.some(({ category }) => category === 'other')) return sorted;
  const stand = sorted.find(
    ({ category, row }) =>
      row.plural!.domain === 'integer' && category === standsForOther(localeTag),
  );
  return stand === undefined ? sorted : [...sorted, { ...stand, category: 'other' }];
}

function isComplete({ format, isSole, variables, widths, devices }: Message): boolean {
  if (format === null && !isSole && variables.length > 0) return false;
  const names = new Set(variables.map(({ name }) => name));
  const texts = variables.flatMap(({ forms }) => forms.map(({ text }) => text));
  if (format !== null) texts.push(format.text);
  return (
    variables.every(({ forms }) => forms.some(({ category }) => category === 'other')) &&
    widths.every(({ item }) => referencesOf(item.text).length === 0) &&
    texts.every((text) => referencesOf(text).every((name) => names.has(name))) &&
    [...devices.values()].every(isComplete)
  );
}
