import type { FileRow, PatchOptions, PatchReport } from '../format.ts';
import { LineEntries } from '../patch/line-entries.ts';
import { onlyLocale } from '../patch/only-locale.ts';
import { scanText } from '../patch/scan.ts';
import { type RowMembers, WantedRows } from '../patch/wanted.ts';
import { decodeUnicodeBase } from '../text/encoding.ts';
import { declareUtf8 } from '../xml/declaration.ts';
import { isBlank } from '../xml/tag.ts';
import { hasPlaceholderMarks, haveSameMarks } from './comments.ts';
import { commentOf, escapeText, type Layout, renderEntry, USUAL } from './render.ts';
import { type ResxEntry, ResxScanner } from './scan.ts';

/** Writes a .NET resource file in which texts of the base file are replaced. */
export async function* patchResx(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const wanted = await WantedRows.collect(rows, options);
  const source = await decodeUnicodeBase(base);
  const patcher = new ResxPatcher(source.text, wanted, options);
  const onEntry = (entry: ResxEntry): void => patcher.entry(entry);
  const onOther = (name: string): void => patcher.other(name);
  const scanner = new ResxScanner(onEntry, options.limits, source.encoding, onOther);
  await scanText(source.text, scanner);
  scanner.end();
  patcher.end(scanner);
  declareUtf8(source.text, patcher.lines.edits, wanted);
  yield* patcher.lines.edits.apply(source, options.observe);
  return wanted.report;
}

class ResxPatcher {
  readonly lines: LineEntries;
  readonly #file: string;
  readonly #wanted: WantedRows;
  readonly #localeTag: string;
  #layout: Layout | null = null;
  /** True if the file has a comment, or has no entry from which this could be determined. */
  #hasComments = true;
  readonly #changed: ResxEntry[] = [];

  constructor(file: string, wanted: WantedRows, options: PatchOptions) {
    this.lines = new LineEntries(file, wanted);
    this.#file = file;
    this.#wanted = wanted;
    this.#localeTag = onlyLocale(options, 'a resource file');
  }

  entry(entry: ResxEntry): void {
    const { name, start, end, value } = entry;
    if (this.#layout === null) {
      this.#layout = this.#layoutOf(entry);
      this.#hasComments = false;
    }
    if (entry.comment !== null) this.#hasComments = true;
    const replacement = this.#wanted.replacementOf(name, this.#localeTag, value?.text ?? '');
    this.lines.add({ name, start, end, isRemoved: replacement === null });
    if (typeof replacement !== 'string') return;
    this.#replace(entry, replacement);
    this.#changed.push(entry);
  }

  /** Refuses a text with the name of an icon or another object, because .NET finds only one of the two. */
  other(name: string): void {
    if (this.#wanted.valueOf(name, this.#localeTag) === undefined) return;
    this.#wanted.refuse(name, 'no_place', 'the base has an object in the place of the text');
  }

  end({ root, lastEnd }: ResxScanner): void {
    const { newline } = this.lines;
    const layout = this.#layout ?? { ...USUAL, newline };
    for (const entry of this.#changed) this.#followSource(entry);
    const linesOf = (row: FileRow): string[] =>
      renderEntry(row, { text: row.values[0]!.text, comment: this.#commentOf(row) }, layout);
    const { start, contentStart, isSelfClosing } = root!;
    if (!isSelfClosing) {
      this.lines.end(linesOf, lastEnd);
      return;
    }
    const added = [...this.#wanted.newRows()];
    if (added.length === 0) return;
    this.#wanted.report.inserted += added.length;
    const tag = opened(this.#file.slice(start, contentStart));
    const entries = added.flatMap(({ row }) => linesOf(row));
    this.lines.edits.replace(start, contentStart, [tag, ...entries, '</root>'].join(newline));
  }

  #replace(entry: ResxEntry, text: string): void {
    const { name, value, start, contentStart, isSelfClosing } = entry;
    const { edits, newline } = this.lines;
    const escaped = escapeText(text, name, newline);
    const element = `<value>${escaped}</value>`;
    const written = this.#file.slice(start, contentStart);
    const content = value ? this.#file.slice(value.contentStart, value.contentEnd) : '';
    const section = /\]\]>|\r/.test(text) ? null : SECTION.exec(content);
    const [, before = '', after = ''] = section ?? [];
    const isSection = section !== null && !(entry.preserves && before + after !== '');
    const isLost = !entry.preserves && !isSection && text !== '' && isBlank(text);
    const tag = isLost ? preserving(written) : written;
    if (isSelfClosing) {
      edits.replace(start, contentStart, `${opened(tag)}${element}</data>`);
      return;
    }
    if (isLost) edits.replace(start, contentStart, tag);
    if (value === null) edits.insert(contentStart, element);
    else if (value.isSelfClosing) edits.replace(value.start, value.end, element);
    else {
      const inside = `${before}<![CDATA[${text.replaceAll('\n', newline)}]]>${after}`;
      edits.replace(value.contentStart, value.contentEnd, isSection ? inside : escaped);
    }
  }

  /** Adds the comment of the source entry, or replaces a comment that has different marks. */
  #followSource({ name, value, comment, isSelfClosing }: ResxEntry): void {
    const wanted = this.#commentOf(this.#wanted.membersOf(name));
    if (wanted === '' || value === null || isSelfClosing) return;
    const { edits, newline } = this.lines;
    const escaped = escapeText(wanted, name, newline);
    if (comment === null) {
      const lead = this.#indentAt(value.start);
      edits.insert(value.end, (lead === null ? '' : newline + lead) + renderComment(escaped));
    } else if (comment.text.trim() === '' || !haveSameMarks(comment.text, wanted)) {
      edits.replace(comment.start, comment.end, renderComment(escaped));
    }
  }

  /** Returns the comment for an entry. Empty if the file has no comments and tools need none. */
  #commentOf(members: RowMembers): string {
    const comment = commentOf(members);
    return this.#hasComments || hasPlaceholderMarks(comment) ? comment : '';
  }

  #layoutOf({ start, value }: ResxEntry): Layout {
    const { newline } = this.lines;
    const indent = this.#indentAt(start);
    const inner = value === null ? null : this.#indentAt(value.start);
    if (indent === null || inner?.startsWith(indent) !== true) return { ...USUAL, newline };
    return { newline, indent, inner: inner.slice(indent.length) };
  }

  /** Returns the indentation of an element. Null if the element is not the first on its line. */
  #indentAt(offset: number): string | null {
    return (
      /(?:^|[\r\n])([\t ]*)$/.exec(this.#file.slice(Math.max(0, offset - 200), offset))?.[1] ?? null
    );
  }
}

const renderComment = (content: string): string => `<comment>${content}</comment>`;

/** Matches an element content that is a single CDATA section, and the white space around it. */
const SECTION = /^([ \t\r\n]*)<!\[CDATA\[(?:(?!\]\]>)[\s\S])*\]\]>([ \t\r\n]*)$/;

/** Converts an empty-element tag to a start tag. */
const opened = (tag: string): string => tag.replace(/\s*\/>$/, '>');

const preserving = (tag: string): string =>
  tag
    .replace(/\sxml:space\s*=\s*(?:"[^"]*"|'[^']*')/, '')
    .replace(/^<data/, '<data xml:space="preserve"');
