import type { Edits } from '../patch/edits.ts';
import { changeAttributes, nameOfTag, OPENED } from './inline/tag-text.ts';
import type { Span, XmlElement } from './xml-reader.ts';

export class TagEdits {
  readonly #file: string;
  readonly #edits: Edits;
  readonly #tags = new Map<number, { tag: Span; changes: Map<string, string | undefined> }>();

  constructor(file: string, edits: Edits) {
    this.#file = file;
    this.#edits = edits;
  }

  end(): void {
    for (const { tag, changes } of this.#tags.values()) {
      const raw = this.#file.slice(tag.start, tag.end);
      this.#edits.replace(tag.start, tag.end, changeAttributes(raw, changes));
    }
  }

  /** Sets an attribute of a start tag. The value undefined removes the attribute. */
  change(tag: Span, name: string, value: string | undefined): void {
    const tagChanges = this.#tags.get(tag.start) ?? { tag, changes: new Map() };
    tagChanges.changes.set(name, value);
    this.#tags.set(tag.start, tagChanges);
  }

  /** Returns the value of an attribute after the changes so far. */
  valueOf(tag: XmlElement, name: string): string | undefined {
    const changes = this.#tags.get(tag.start)?.changes;
    if (changes?.has(name)) return changes.get(name);
    return tag.attributes.find((attribute) => attribute.name === name)?.value;
  }

  /** Removes an attribute if the tag has it. */
  drop(tag: Span, name: string): void {
    const raw = this.#file.slice(tag.start, tag.end);
    if (new RegExp(`\\s${name}\\s*=`).test(raw)) this.change(tag, name, undefined);
  }

  /** Sets an attribute of another namespace. Declares the namespace in the tag if necessary. */
  changeForeign(
    tag: XmlElement,
    { uri, prefix, local }: { uri: string; prefix: string; local: string },
    value: string | undefined,
  ): void {
    const existing = tag.attributes.find(
      (attribute) => attribute.uri === uri && attribute.local === local,
    );
    if (existing) {
      this.change(tag, existing.name, value);
    } else if (value !== undefined) {
      const raw = this.#file.slice(tag.start, tag.end);
      const declared = new RegExp(`\\sxmlns:${prefix}\\s*=`);
      if (!declared.test(raw)) this.change(tag, `xmlns:${prefix}`, uri);
      this.change(tag, `${prefix}:${local}`, value);
    }
  }

  replaceContent(tag: Span, endTag: Span, content: string): void {
    if (endTag.start > tag.end || endTag.end > endTag.start) {
      this.#edits.replace(tag.end, endTag.start, content);
      return;
    }
    const raw = this.#file.slice(tag.start, tag.end);
    this.change(tag, OPENED, '');
    this.#edits.insert(tag.end, `${content}</${nameOfTag(raw)}>`);
  }

  insert(at: number, text: string): void {
    this.#edits.insert(at, text);
  }

  remove(start: number, end: number): void {
    this.#edits.replace(start - this.spaceBefore(start).length, end, '');
  }

  spaceBefore(at: number): string {
    let start = at;
    while (start > 0 && ' \t\r\n'.includes(this.#file[start - 1]!)) start -= 1;
    return this.#file.slice(start, at);
  }

  /** Returns the white space before a tag. Null if the tag is not the first on its line. */
  indentAt(at: number): string | null {
    const space = this.spaceBefore(at);
    const line = space.lastIndexOf('\n');
    return line === -1 ? null : space.slice(line + 1);
  }
}
