import type { FileRow, PatchOptions, PatchReport } from '../../format.ts';
import { Edits } from '../../patch/edits.ts';
import { scanText } from '../../patch/scan.ts';
import { type Replacement, WantedRows } from '../../patch/wanted.ts';
import { CATEGORIES, type Category, isCategory } from '../../plural/plural-categories.ts';
import { Yielder } from '../../text/yielder.ts';
import { declareUtf8 } from '../../xml/declaration.ts';
import { decodeAppleBase } from '../encoding.ts';
import { formOf } from '../form-name.ts';
import { type EntryContent, type EntryText, referencesOf } from './entry.ts';
import { type Form, formatOf, Layout, type WrittenEntry } from './layout.ts';
import { derivedOthers, EntryChecker } from './read.ts';
import { type PlistDict, type PlistEntry, PlistScanner } from './scan.ts';
import { escapeText, renderEntry, renderForm } from './write.ts';

interface OpenFamily {
  readonly places: readonly { category: Category; end: number }[];
  readonly start: number;
  readonly known: ReadonlySet<string>;
  readonly indent: string;
}

/**
 * Writes a .stringsdict file in which texts of the base file are replaced. All bytes outside these
 * texts stay unchanged.
 */
export async function* patchStringsdict(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  if (options.localeTags.length !== 1) {
    throw new RangeError('a .stringsdict file contains exactly one locale');
  }
  const source = await decodeAppleBase(base);
  const wanted = await WantedRows.collect(rows, options);
  const patcher = new Patcher(source.text, wanted, options);
  const { encoding = 'utf-8' } = source;
  const scanner = new PlistScanner((entry) => patcher.take(entry), options.limits, encoding);
  await scanText(source.text, scanner);
  scanner.end();
  await patcher.insertRows(scanner, new Yielder());
  declareUtf8(source.text, patcher.edits, wanted);
  yield* patcher.edits.apply(source, options.observe);
  return wanted.report;
}

class Patcher {
  readonly edits = new Edits();
  readonly #file: string;
  readonly #wanted: WantedRows;
  readonly #localeTag: string;
  readonly #checker: EntryChecker;
  readonly #families = new Map<string, OpenFamily>();
  readonly #formats = new Set<string>();
  readonly #newline: string;
  #indent: string | null = null;

  constructor(file: string, wanted: WantedRows, options: PatchOptions) {
    this.#file = file;
    this.#wanted = wanted;
    this.#localeTag = options.localeTags[0]!;
    this.#checker = new EntryChecker({ ...options, localeTag: this.#localeTag });
    this.#newline = /\r\n|\r|\n/.exec(file)?.[0] ?? '\n';
  }

  take(entry: PlistEntry): void {
    const content = this.#checker.check(entry);
    const { texts } = content;
    this.#indent ??= this.#indentAt(entry.start);
    const replacements = this.#decide(content);
    const isGone = texts.length > 0 && texts.every((text) => replacements.get(text) === null);
    if (isGone) {
      this.#remove(this.#startWithComment(entry), entry.value.end);
      return;
    }
    for (const text of texts) {
      this.#wanted.setPlace(text.name, entry.value.end);
      if (text.plural === undefined && text.known.size > 0) this.#formats.add(text.name);
      const replacement = this.#allowed(text, replacements.get(text));
      replacements.set(text, replacement);
      if (replacement === null) this.#remove(text.keyStart, text.value.end);
      else if (replacement !== undefined) this.#replace(text, replacement);
    }
    for (const { family, dict, known } of content.variables) {
      const places = dict.members.flatMap(({ name, value }) => {
        const text = texts.find((candidate) => candidate.value === value);
        const isLeft = text !== undefined && replacements.get(text) !== null;
        return isLeft && isCategory(name) ? [{ category: name, end: value.end }] : [];
      });
      const first = dict.members.findIndex(({ name }) => isCategory(name));
      const start = dict.members[first - 1]?.value.end ?? dict.contentStart;
      const indent = this.#indentAt(dict.members[first]!.start);
      this.#families.set(family, { places, start, known, indent });
    }
  }

  async insertRows(scanner: PlistScanner, yielder: Yielder): Promise<void> {
    const layout = new Layout(this.#localeTag);
    const places = new Map<FileRow, number | null>();
    const forms = new Map<string, Form[]>();
    for (const { row, place } of this.#wanted.newRows()) {
      const { text } = row.values[0]!;
      const { plural } = row;
      const named = plural ?? formOf(row.name);
      if (named !== null && this.#families.has(named.family)) {
        const form = { row, text, category: named.category };
        const familyForms = forms.get(named.family);
        if (familyForms === undefined) forms.set(named.family, [form]);
        else familyForms.push(form);
        continue;
      }
      if (plural !== undefined && this.#formats.has(formatOf(plural.family) ?? '')) {
        this.#wanted.refuse(row.name, 'no_place', 'the base has no such variable');
        continue;
      }
      places.set(row, place);
      layout.add(row, text);
      if (yielder.isDue()) await yielder.pause();
    }
    for (const [family, added] of forms) this.#addForms(this.#families.get(family)!, added);
    const entries: WrittenEntry[] = [];
    for await (const entry of layout.entries(yielder)) {
      if (!scanner.hasKey(entry.key)) entries.push(entry);
      else this.#refuseAll(entry);
    }
    const { root, lastEnd } = scanner;
    await this.#addEntries(entries, places, { root: root!, lastEnd }, yielder);
  }

  #decide(content: EntryContent): Map<EntryText, Replacement> {
    const derived = derivedOthers(content, this.#localeTag);
    const replacements = new Map<EntryText, Replacement>();
    for (const text of content.texts) {
      const isDerived =
        derived.has(text) && this.#wanted.valueOf(text.name, this.#localeTag) === undefined;
      if (!isDerived) replacements.set(text, this.#replacementOf(text));
    }
    for (const [other, standing] of derived) {
      if (!replacements.has(other)) replacements.set(other, replacements.get(standing));
    }
    return replacements;
  }

  #replacementOf(text: EntryText): Replacement {
    const { name, known, soleReference } = text;
    if (this.#wanted.hasText(name, this.#localeTag, text.value.text)) return undefined;
    const wanted = this.#wanted.valueOf(name, this.#localeTag)?.text;
    if (wanted !== undefined) {
      if (
        wanted === soleReference ||
        referencesOf(wanted).some((reference) => !known.has(reference))
      ) {
        this.#wanted.refuse(name, 'no_place', 'the base has other variables than the text');
        return undefined;
      }
    }
    return this.#wanted.replacementOf(name, this.#localeTag, text.value.text);
  }

  #allowed(text: EntryText, replacement: Replacement): Replacement {
    const { name, plural, known } = text;
    const isRequired = plural === undefined ? known.size > 0 : text.isRequired;
    if (replacement !== null || !isRequired) return replacement;
    this.#wanted.report.removed -= 1;
    this.#wanted.refuse(name, 'no_place', 'other texts of the entry need the text');
    return undefined;
  }

  #replace({ name, value }: EntryText, text: string): void {
    const raw = escapeText(text, name);
    if (!value.isSelfClosing) {
      this.edits.replace(value.contentStart, value.contentEnd, raw);
    } else if (raw !== '') {
      this.edits.replace(value.start, value.end, `<string>${raw}</string>`);
    }
  }

  #startWithComment({ start, comment }: PlistEntry): number {
    if (comment === null) return start;
    const between = this.#file.slice(comment.start, start);
    const isAbove = between.split('\n').length <= between.trim().split('\n').length + 1;
    return isAbove ? comment.start : start;
  }

  #remove(start: number, end: number): void {
    let from = start;
    while (from > 0 && ' \t'.includes(this.#file[from - 1]!)) from -= 1;
    if (this.#file[from - 1] === '\n') from -= 1;
    if (this.#file[from - 1] === '\r') from -= 1;
    this.edits.replace(from, end, '');
  }

  #indentAt(start: number): string {
    return (
      /(?:^|[\r\n])([ \t]*)$/.exec(this.#file.slice(Math.max(0, start - 100), start))?.[1] ?? ''
    );
  }

  #refuseAll({ rows }: WrittenEntry): void {
    for (const { name } of rows) {
      this.#wanted.refuse(name, 'no_place', 'the entry of the base has no such text');
    }
  }

  #addForms({ places, start, known, indent }: OpenFamily, added: readonly Form[]): void {
    const rankOf = (category: Category): number => CATEGORIES.indexOf(category);
    for (const form of added.toSorted((a, b) => rankOf(a.category) - rankOf(b.category))) {
      if (referencesOf(form.text).some((name) => !known.has(name))) {
        const message = 'the base has other variables than the text';
        this.#wanted.refuse(form.row.name, 'no_place', message);
        continue;
      }
      this.#wanted.report.inserted += 1;
      const rank = rankOf(form.category);
      const before = places.findLast(({ category }) => rankOf(category) <= rank);
      const lines = this.#newline + renderForm(form, indent, this.#newline);
      this.edits.insert(before?.end ?? start, lines);
    }
  }

  /** Inserts each new entry after the entry of the preceding row, or at the end of the file. */
  async #addEntries(
    entries: readonly WrittenEntry[],
    places: ReadonlyMap<FileRow, number | null>,
    { root, lastEnd }: { root: PlistDict; lastEnd: number },
    yielder: Yielder,
  ): Promise<void> {
    const newline = this.#newline;
    const rootIndent = this.#indentAt(root.start);
    const style = { newline, indent: this.#indent ?? `${rootIndent}\t` };
    let tail = '';
    for (const entry of entries) {
      this.#wanted.report.inserted += entry.rows.length;
      const text = newline + renderEntry(entry, style);
      const place = entry.rows.map((row) => places.get(row) ?? null).find((at) => at !== null);
      if (place === undefined || place === lastEnd) tail += text;
      else this.edits.insert(place!, text);
      if (yielder.isDue()) await yielder.pause();
    }
    if (tail === '') return;
    if (root.isSelfClosing) {
      const dict = `<dict>${tail}${newline}${rootIndent}</dict>`;
      this.edits.replace(root.start, root.end, dict);
      return;
    }
    const isClosedOnLine = !/^[ \t]*[\r\n]/.test(this.#file.slice(lastEnd, root.contentEnd));
    this.edits.insert(lastEnd, tail + (isClosedOnLine ? newline + rootIndent : ''));
  }
}
