import { type Event, SCALAR_STYLE } from 'js-yaml';
import type { FileRow, PatchOptions, PatchReport } from '../format.ts';
import { canonicalTag } from '../locale-tag.ts';
import { DEFAULT_KEY_SEPARATOR, NameTree } from '../names.ts';
import { type BaseText, decodeBase, Edits } from '../patch/edits.ts';
import { type Group, Placement } from '../patch/placement.ts';
import { WantedRows } from '../patch/wanted.ts';
import { insertIntoBlock, insertIntoFlow, newlineOf } from './insert.ts';
import { assertYamlLength, parseYaml } from './parse.ts';
import { hasLocaleLikeKey } from './root-locale.ts';
import { rewriteScalar } from './scalar.ts';
import { headerOf, lineStartOf, surveyYaml, type YamlContainer, type YamlLeaf } from './survey.ts';
import { quoteYaml } from './write.ts';

/**
 * Writes a YAML file with other texts. A text keeps its style (plain, quoted, block) where that can hold the new one.
 * Entries that the rows lack are cut out with their lines; in flow style and in sequences they become null.
 */
export async function* patchYaml(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const localeTag = options.localeTags[0]!;
  if (options.localeTags.length !== 1)
    throw new RangeError('a YAML file contains exactly one locale');
  const wanted = await WantedRows.collect(rows, options);
  const source = await decodeBase(base);
  assertYamlLength(source.text.length);
  const events = parseYaml(source.text, options.limits.depth);
  const edits = new Edits();
  new YamlPatch(source, events, edits, { ...options, localeTag }, wanted).run();
  yield* edits.apply(source);
  return wanted.report;
}

class YamlPatch {
  readonly #text: string;
  readonly #newline: string;
  readonly #events: readonly Event[];
  readonly #edits: Edits;
  readonly #options: PatchOptions & { localeTag: string };
  readonly #wanted: WantedRows;
  /** False if the only key that is left could name a locale, and all others would change their names. */
  readonly #cutsRoot: boolean;
  /** Mappings of which every entry was cut out. */
  readonly #emptied = new Map<number, YamlContainer>();

  constructor(
    { text }: BaseText,
    events: readonly Event[],
    edits: Edits,
    options: PatchOptions & { localeTag: string },
    wanted: WantedRows,
  ) {
    this.#text = text;
    this.#newline = newlineOf(text);
    this.#events = events;
    this.#edits = edits;
    this.#options = options;
    this.#wanted = wanted;
    this.#cutsRoot = !hasLocaleLikeKey(events, text);
  }

  run(): void {
    const shape = this.#survey({
      leaf: (leaf) => this.#replace(leaf),
      container: (container) => {
        const { count, kept, isFlow } = container;
        if (count > 0 && kept === 0 && !isFlow) this.#emptied.set(container.start, container);
      },
    });
    const added = [...this.#wanted.newRows()];
    if (added.length > 0) this.#insert(added, shape);
    for (const container of this.#emptied.values()) this.#closeEmptied(container);
  }

  #survey(hooks: Parameters<typeof surveyYaml>[3]): ReturnType<typeof surveyYaml> {
    return surveyYaml(this.#text, this.#events, this.#options, hooks);
  }

  #replace(leaf: YamlLeaf): boolean {
    const { name, text, event, valueStart, valueEnd } = leaf;
    const replacement = this.#wanted.replacementOf(
      name,
      this.#options.localeTag,
      text ?? undefined,
    );
    if (replacement === undefined) return true;
    if (replacement === null && this.#isCut(leaf)) {
      this.#edits.replace(lineStartOf(this.#text, leaf.start), this.#lineAfter(valueEnd), '');
      return false;
    }
    if (valueStart === -1 || (text === null && event.tagStart !== -1)) {
      this.#wanted.report[text === null ? 'inserted' : 'replaced'] -= 1;
      this.#wanted.refuse(name, 'no_place', 'the base has a null in the place of the text');
      return true;
    }
    this.#edits.replace(valueStart, valueEnd, this.#written(leaf, replacement));
    return true;
  }

  #written({ text, event, isFlow, valueStart, valueEnd }: YamlLeaf, replacement: string | null) {
    const isBlock = event.style >= SCALAR_STYLE.LITERAL_BLOCK;
    if (text === null)
      return ` ${quoteYaml(replacement ?? '')}`.slice(valueStart === valueEnd ? 0 : 1);
    const source = this.#text.slice(valueStart, valueEnd);
    const headerEnd = isBlock ? headerOf(this.#text, event.valueStart).end - valueStart : 0;
    const contentStart = isBlock ? event.valueStart - valueStart : 0;
    const was = { event, source, headerEnd, contentStart, isFlow, newline: this.#newline };
    if (replacement !== null) return rewriteScalar(replacement, was);
    return isBlock ? `null${source.slice(headerEnd, contentStart)}` : 'null';
  }

  /** True if an entry can be cut out with its lines. */
  #isCut({ isElement, isFlow, start, depth }: YamlLeaf): boolean {
    if (isElement || isFlow || (depth === 1 && !this.#cutsRoot)) return false;
    return /^ *(?:\? *)?$/.test(this.#text.slice(lineStartOf(this.#text, start), start));
  }

  #insert(added: Parameters<typeof newPlacement>[0], shape: ReturnType<typeof surveyYaml>): void {
    const placement = newPlacement(added, shape, this.#options);
    let indent = 2;
    let root: YamlContainer | null = null;
    this.#survey({
      leaf: (leaf) =>
        leaf.isElement ||
        leaf.text === null ||
        !this.#isCut(leaf) ||
        this.#wanted.stays(leaf.name, this.#options.localeTag),
      isAnchor: (name) => placement.isAnchor(name),
      container: (container) => {
        // Below a root key that is a locale, the inner mapping comes first: it holds the names.
        if (placement.isWatched(container.name)) placement.addContainer(container);
        if (container.name === null) root ??= container;
        else if (!container.isFlow && !container.isArray && root === null) {
          indent = this.#indentOf(container) ?? indent;
        }
      },
    });
    // What ends at one offset ends from the inside out.
    const groups = [...placement.place(this.#wanted)].sort(
      (a, b) => b.container.depth - a.container.depth,
    );
    for (const group of groups) {
      const { container } = group;
      if (container.depth === 1 && container.kept === 0) keepNames(group, this.#options);
      this.#emptied.delete(container.start);
      if (container.isFlow) {
        insertIntoFlow(group, this.#edits);
        continue;
      }
      const column = container.start - lineStartOf(this.#text, container.start);
      insertIntoBlock(group, this.#text, this.#edits, {
        column,
        indent,
        newline: this.#newline,
        lineAfter: (offset) => this.#lineAfter(offset),
      });
    }
  }

  /** Columns from a key to the keys of its mapping. */
  #indentOf({ colon, start }: YamlContainer): number | null {
    if (colon === -1) return null;
    const line = lineStartOf(this.#text, colon);
    const outer = /^ */.exec(this.#text.slice(line, colon))![0].length;
    const inner = start - lineStartOf(this.#text, start);
    return inner > outer && lineStartOf(this.#text, start) !== line ? inner - outer : null;
  }

  /** A mapping without entries would be a null. */
  #closeEmptied({ colon, start }: YamlContainer): void {
    if (colon !== -1) this.#edits.insert(colon, ' {}');
    else this.#edits.insert(lineStartOf(this.#text, start), `{}${this.#newline}`);
  }

  /** Offset of the line behind the one in which an entry ends. */
  #lineAfter(offset: number): number {
    const text = this.#text;
    const last = text[offset - 1];
    if (last === '\n' || last === '\r') return offset;
    let at = offset;
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    return Math.min(text.length, at + 1);
  }
}

/** Writes names whole if a tree of them would have one root key that could name a locale. */
function keepNames(group: Group<YamlContainer>, { keySeparator }: PatchOptions): void {
  const separator = keySeparator ?? DEFAULT_KEY_SEPARATOR;
  const roots = new Set(group.texts.map(({ name }) => name.split(separator, 1)[0]!));
  const [root = ''] = roots;
  if (roots.size !== 1 || group.joined.length > 0 || canonicalTag(root) === null) return;
  group.joined = group.texts;
  group.texts = [];
  group.tree = new NameTree(separator);
}

function newPlacement(
  added: ConstructorParameters<typeof Placement<YamlContainer>>[0],
  { isNested, isJoined }: ReturnType<typeof surveyYaml>,
  { keySeparator, shape }: PatchOptions,
): Placement<YamlContainer> {
  const isTree = isNested || (!isJoined && shape === 'nested');
  return new Placement<YamlContainer>(added, {
    separator: keySeparator ?? DEFAULT_KEY_SEPARATOR,
    isNested: isTree && keySeparator !== null,
  });
}
