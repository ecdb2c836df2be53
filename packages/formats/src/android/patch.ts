import type { FileRow, PatchOptions, PatchReport } from '../format.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';
import { type NewRow, WantedRows } from '../patch/wanted.ts';
import {
  CATEGORIES,
  type Category,
  isCategory,
  standsForOther,
} from '../plural/plural-categories.ts';
import { declareUtf8 } from '../xml/declaration.ts';
import { type Item, Layout, type Resource } from './layout.ts';
import { elementOf } from './names.ts';
import {
  AndroidScanner,
  type Container,
  type Entry,
  type ScanHandler,
  type Span,
} from './scanner.ts';
import {
  decodeText,
  encodeText,
  styleOf,
  TextError,
  type TextRules,
  type TextStyle,
} from './text.ts';
import { renderItem, renderResource } from './write.ts';

interface BaseItem {
  readonly entry: Entry;
  readonly text: string | null;
  /** New text of the item. Null to remove the item. Undefined to keep its text. */
  replacement: string | null | undefined;
}

interface OpenContainer {
  readonly container: Container;
  readonly places: readonly { category: Category | null; end: number }[];
  readonly added: Item[];
  count: number;
}

const LAST_FORM = /\.(?:zero|one|two|few|many)$/;

/**
 * Writes a resource file in which texts of the base file are replaced. All bytes outside these
 * texts stay unchanged.
 */
export async function* patchAndroid(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  if (options.localeTags.length !== 1)
    throw new RangeError('a resource file contains exactly one locale');
  const wanted = await WantedRows.collect(rows, options);
  const source = await decodeBase(base);
  const styles = await readStyles(options);
  const patcher = new Patcher(source.text, wanted, options, styles);
  await scanText(source.text, patcher.scanner);
  patcher.end();
  declareUtf8(source.text, patcher.edits, wanted);
  yield* patcher.edits.apply(source, options.observe);
  return wanted.report;
}

/**
 * Reads the file of the source locale. Returns the quoting style of each of its texts, by key name.
 */
async function readStyles({ sibling, limits }: PatchOptions): Promise<Map<string, TextStyle>> {
  const styles = new Map<string, TextStyle>();
  if (sibling === undefined) return styles;
  const { text } = await decodeBase(sibling);
  const scanner = new AndroidScanner(
    { entry: ({ name, raw }) => styles.set(name, styleOf(raw)), container: () => {} },
    limits,
  );
  await scanText(text, scanner);
  scanner.end();
  return styles;
}

class Patcher implements ScanHandler {
  readonly scanner: AndroidScanner;
  readonly edits = new Edits();
  readonly #file: string;
  readonly #wanted: WantedRows;
  readonly #localeTag: string;
  readonly #isCompose: boolean;
  readonly #newline: string;
  readonly #styles: Map<string, TextStyle>;
  #items: BaseItem[] = [];
  readonly #containers = new Map<string, OpenContainer>();
  /** Kinds and names of resources that are not read. */
  readonly #others = new Set<string>();
  #indent: string | null = null;

  constructor(
    file: string,
    wanted: WantedRows,
    options: PatchOptions,
    styles: Map<string, TextStyle>,
  ) {
    this.#file = file;
    this.#styles = styles;
    this.#wanted = wanted;
    this.#localeTag = options.localeTags[0]!;
    this.#isCompose = options.isCompose ?? false;
    this.#newline = file.includes('\r\n') ? '\r\n' : '\n';
    this.scanner = new AndroidScanner(this, options.limits);
  }

  entry(entry: Entry, container: Container | null): void {
    const text = this.#textOf(entry);
    if (container !== null) {
      this.#items.push({ entry, text, replacement: undefined });
      return;
    }
    this.#learnIndent(entry);
    const { name } = entry;
    if (this.#wanted.isMisplaced(name, this.#localeTag)) {
      this.#remove(entry, entry.comment?.start);
      return;
    }
    if (text === null) {
      if (this.#wanted.valueOf(name, this.#localeTag) !== undefined) this.#refuseReference(name);
      this.#wanted.setPlace(name, entry.end);
      return;
    }
    const replacement = this.#wanted.replacementOf(name, this.#localeTag, text);
    if (replacement === null) this.#remove(entry, entry.comment?.start);
    else {
      if (replacement !== undefined) this.#replace(entry, replacement);
      this.#wanted.setPlace(name, entry.end);
    }
  }

  container(container: Container): void {
    this.#learnIndent(container);
    const items = this.#items;
    this.#items = [];
    this.#decide(items, container);
    if (container.kind === 'plurals') this.#keepWhole(items, container.name);
    const left = items.filter(({ replacement }) => replacement !== null);
    if (items.length > 0 && left.length === 0) {
      this.#remove(container, container.comment?.start);
      return;
    }
    if (container.kind === 'string-array') this.#keepInner(items);
    for (const { entry, replacement } of items) {
      if (replacement === null) this.#remove(entry, entry.comment?.start);
      else if (replacement !== undefined) this.#replace(entry, replacement);
      if (replacement !== null) this.#wanted.setPlace(entry.name, container.end);
    }
    const kept = items.filter(({ replacement }) => replacement !== null);
    this.#containers.set(`${container.kind} ${container.name}`, {
      container,
      places: kept.map(({ entry: { category, end } }) => ({ category, end })),
      added: [],
      count: kept.length,
    });
  }

  other(kind: string, name: string): void {
    this.#others.add(`${kind} ${name}`);
  }

  end(): void {
    this.scanner.end();
    const added: NewRow[] = [];
    for (const row of this.#wanted.newRows()) {
      if (this.#addToContainer(row)) this.#wanted.report.inserted += 1;
      else added.push(row);
    }
    this.#fillContainers();
    this.#insert(added);
  }

  get #rules(): TextRules {
    return { isCompose: this.#isCompose, vocabulary: this.scanner.vocabulary };
  }

  get #style() {
    const indent = this.#indent ?? '    ';
    const styleOf = (name: string): TextStyle | undefined =>
      this.#styles.get(name) ?? this.#styles.get(name.replace(LAST_FORM, '.other'));
    return { newline: this.#newline, indent, rules: this.#rules, styleOf };
  }

  #textOf({ raw, name, place }: Entry): string | null {
    try {
      const { text, isReference } = decodeText(raw, this.#rules);
      return isReference ? null : text;
    } catch (error) {
      if (error instanceof TextError) throw this.scanner.fault(error.message, place, name);
      throw error;
    }
  }

  #refuseReference(name: string): void {
    this.#wanted.refuse(name, 'no_place', 'the base has a reference in the place of the text');
  }

  #decide(items: BaseItem[], { kind }: Container): void {
    const stand = kind === 'plurals' ? standsForOther(this.#localeTag) : null;
    const itemOf = (category: Category | null) =>
      items.find(({ entry, text }) => text !== null && entry.category === category);
    const standing = stand === null ? undefined : itemOf(stand);
    for (const item of items) {
      const { entry, text } = item;
      const value = this.#wanted.valueOf(entry.name, this.#localeTag);
      const isDerived =
        standing !== undefined && entry.category === 'other' && text === standing.text;
      if (text === null) {
        if (value !== undefined) this.#refuseReference(entry.name);
      } else if (!isDerived || value !== undefined) {
        item.replacement = this.#wanted.replacementOf(entry.name, this.#localeTag, text);
      }
    }
    const other = standing === undefined ? undefined : itemOf('other');
    if (
      other?.text === standing?.text &&
      other !== undefined &&
      this.#wanted.valueOf(other.entry.name, this.#localeTag) === undefined
    ) {
      other.replacement = standing!.replacement;
    }
  }

  /**
   * Removes a plural without its form `other`, because Android throws an exception for numbers
   * whose form is missing.
   */
  #keepWhole(items: readonly BaseItem[], family: string): void {
    const takesOut = items.some(({ replacement }) => replacement === null);
    const stand = standsForOther(this.#localeTag);
    const isLeft = ({ entry, replacement }: BaseItem): boolean =>
      replacement !== null && (entry.category === 'other' || entry.category === stand);
    const isWanted = (category: Category): boolean =>
      this.#wanted.valueOf(`${family}.${category}`, this.#localeTag) !== undefined;
    if (!takesOut || items.some(isLeft) || isWanted('other')) return;
    if (stand !== null && isWanted(stand)) return;
    for (const item of items) {
      if (item.replacement === null) continue;
      this.#wanted.report.removed += 1;
      item.replacement = null;
    }
  }

  /**
   * Removes elements only from the end of an array. If an earlier element were removed, all
   * elements after it would get other names.
   */
  #keepInner(items: BaseItem[]): void {
    const last = items.findLastIndex(({ replacement }) => replacement !== null);
    for (const item of items.slice(0, last)) {
      if (item.replacement !== null) continue;
      item.replacement = undefined;
      this.#wanted.report.removed -= 1;
      const { name } = item.entry;
      this.#wanted.refuse(name, 'no_place', 'an element of an array follows the text');
    }
  }

  #replace(entry: Entry, text: string): void {
    this.#styles.set(entry.name, styleOf(entry.raw));
    const raw = encodeText(text, this.#rules, styleOf(entry.raw));
    if (!entry.isSelfClosing) {
      this.edits.replace(entry.contentStart, entry.contentEnd, raw);
    } else if (raw !== '') {
      const tag = /^<([^\s/>]+)/.exec(this.#file.slice(entry.start, entry.end))![1]!;
      this.edits.replace(entry.end - 2, entry.end, `>${raw}</${tag}>`);
    }
  }

  #remove({ start, end }: Span, commentStart: number = start): void {
    const between = this.#file.slice(commentStart, start);
    const isAbove = between.split('\n').length <= between.trim().split('\n').length + 1;
    let from = isAbove ? commentStart : start;
    while (from > 0 && ' \t'.includes(this.#file[from - 1]!)) from -= 1;
    if (this.#file[from - 1] === '\n') from -= this.#file[from - 2] === '\r' ? 2 : 1;
    else from = isAbove ? commentStart : start;
    this.edits.replace(from, end, '');
  }

  #learnIndent({ start }: Span): void {
    this.#indent ??=
      /(?:^|\n)([ \t]*)$/.exec(this.#file.slice(Math.max(0, start - 100), start))?.[1] ?? null;
  }

  /**
   * Adds a plural form or the next array element to its container. Returns false if the base file
   * lacks the container.
   */
  #addToContainer({ row }: NewRow): boolean {
    const { text } = row.values[0]!;
    const dot = row.name.lastIndexOf('.');
    const category = row.name.slice(dot + 1);
    if (dot !== -1 && isCategory(category)) {
      const open = this.#containers.get(`plurals ${row.name.slice(0, dot)}`);
      if (open !== undefined) {
        open.added.push({ row, text, category });
        return true;
      }
    }
    const element = elementOf(row.name);
    if (element === null) return false;
    const open = this.#containers.get(`string-array ${element.array}`);
    if (open === undefined || open.count !== element.index) return false;
    open.added.push({ row, text, category: null });
    open.count += 1;
    return true;
  }

  #fillContainers(): void {
    const rankOf = ({ category }: { category: Category | null }): number =>
      category === null ? 0 : CATEGORIES.indexOf(category);
    const { newline, indent } = this.#style;
    for (const { container, places, added } of this.#containers.values()) {
      if (added.length === 0) continue;
      const { kind, end, contentStart, isSelfClosing } = container;
      const sorted = added.toSorted((a, b) => rankOf(a) - rankOf(b));
      let lines = '';
      for (const item of sorted) {
        const line = newline + renderItem(item, this.#style, false);
        lines += line;
        if (isSelfClosing) continue;
        const before = places.findLast((place) => rankOf(place) <= rankOf(item));
        this.edits.insert(before?.end ?? contentStart, line);
      }
      if (!isSelfClosing) continue;
      this.edits.replace(end - 2, end, `>${lines}${newline}${indent}</${kind}>`);
    }
  }

  /**
   * Inserts each new resource after the resource of the preceding row, or at the end of the file.
   */
  #insert(added: readonly NewRow[]): void {
    if (added.length === 0) return;
    const layout = new Layout();
    const places = new Map<string, number | null>();
    for (const { row, place } of added) {
      places.set(row.name, place);
      layout.add(row, row.values[0]!.text);
    }
    const { lastEnd } = this.scanner;
    const root = this.scanner.root!;
    let closing = '';
    if (root.isSelfClosing) closing = `${this.#newline}</resources>`;
    else if (!/^[ \t]*[\r\n]/.test(this.#file.slice(lastEnd, root.contentEnd))) {
      closing = this.#newline;
    }
    let tail = '';
    for (const resource of layout.resources(this.#localeTag)) {
      if (this.#isTaken(resource)) continue;
      this.#wanted.report.inserted += new Set(resource.items.map(({ row }) => row.name)).size;
      const text = this.#newline + renderResource(resource, this.#style);
      const place = this.#placeOf(resource, places);
      if (place === null || place === lastEnd) tail += text;
      else this.edits.insert(place, text);
    }
    if (tail === '') return;
    if (root.isSelfClosing) this.edits.replace(root.end - 2, root.end, `>${tail}${closing}`);
    else this.edits.insert(lastEnd, tail + closing);
  }

  /** Refuses the texts of a resource if another kind of resource has the same name. */
  #isTaken({ kind, name, items }: Resource): boolean {
    if (!this.#others.has(`${kind} ${name}`)) return false;
    for (const path of new Set(items.map(({ row }) => row.name))) {
      this.#wanted.refuse(path, 'no_place', 'the base has another resource of this name');
    }
    return true;
  }

  #placeOf({ items }: Resource, places: ReadonlyMap<string, number | null>): number | null {
    return (
      items.map(({ row }) => places.get(row.name) ?? null).find((place) => place !== null) ?? null
    );
  }
}
