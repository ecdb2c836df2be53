import { MAX_NESTED_DEPTH, NameTree } from '../names/names.ts';
import { arrayOf } from '../plural/partial.ts';
import type { NewRow, WantedRows } from './wanted.ts';

/** A text in the file's locale that the base file lacks. */
export interface NewText {
  name: string;
  text: string;
  /** Name of the existing text after which the new text is inserted. */
  after: string | null;
}

export interface Group<Container> {
  container: Container;
  offset: number;
  tree: NameTree;
  texts: NewText[];
  joined: NewText[];
  elements: NewText[];
}

export interface PlacementOptions {
  separator: string;
  /** See {@link PartialGroups.taken}. */
  taken?: ReadonlySet<string> | undefined;
  /** True if the names of new texts are split at the key separator. */
  isNested: boolean;
  /** Names of texts that the patch moves into an array, such as `list[1]`. */
  moved?: ReadonlySet<string>;
}

/** An object (mapping) or array (sequence) of a base file. */
export interface PlacedContainer {
  readonly name: string | null;
  readonly isArray: boolean;
  readonly depth: number;
  readonly count: number;
  readonly members: { has(name: string): boolean } | null;
}

/**
 * Finds the positions of new texts in the tree of a base file. A new text is added to the deepest
 * existing object on its path.
 */
export class Placement<Container extends PlacedContainer> {
  readonly #texts: NewText[];
  readonly #options: PlacementOptions;
  readonly #prefixes = new Set<string>();
  readonly #anchors = new Set<string>();
  readonly #containers = new Map<string | null, Container>();
  readonly #groups = new Map<Container, Group<Container>>();

  constructor(added: readonly NewRow[], options: PlacementOptions) {
    this.#options = options;
    this.#texts = added.map(({ row, after }) => ({
      name: row.name,
      text: row.values[0]!.text,
      after,
    }));
    for (const { name, after } of this.#texts) {
      for (const end of this.#endsOfPrefixes(name)) this.#prefixes.add(name.slice(0, end));
      if (after !== null) this.#anchors.add(after);
    }
  }

  isWatched(name: string | null): boolean {
    return name === null || this.#prefixes.has(name);
  }

  /** True if a new text is inserted after the text with this name. */
  isAnchor(name: string): boolean {
    return this.#anchors.has(name);
  }

  addContainer(container: Container): void {
    if (!this.#containers.has(container.name)) this.#containers.set(container.name, container);
  }

  place(wanted: WantedRows): Iterable<Group<Container>> {
    wanted.report.inserted += this.#texts.length;
    return this.placeAll(({ name }) => {
      wanted.report.inserted -= 1;
      wanted.refuse(name, 'no_place', 'the base has another value in the place of the text');
    });
  }

  placeAll(refuse: (text: NewText) => void): Iterable<Group<Container>> {
    for (const text of this.#texts) if (!this.#place(text)) refuse(text);
    return this.#groups.values();
  }

  #place(added: NewText): boolean {
    const { name } = added;
    const { separator, isNested } = this.#options;
    for (const end of [...this.#endsOfPrefixes(name)].reverse()) {
      const container = this.#containers.get(name.slice(0, end));
      if (container === undefined) continue;
      if (container.isArray) {
        const group = this.#groupOf(container, end);
        if (name.slice(end) !== `[${container.count + group.elements.length}]`) continue;
        group.elements.push(added);
        return true;
      }
      if (!name.startsWith(separator, end)) continue;
      if (this.#placeInObject(added, container, end + separator.length, isNested)) return true;
    }
    return this.#placeInObject(added, this.#containers.get(null)!, 0, isNested);
  }

  #placeInObject(added: NewText, container: Container, offset: number, isNested: boolean): boolean {
    const members = container.members!;
    const rest = added.name.slice(offset);
    const group = this.#groupOf(container, offset);
    const end = rest.indexOf(this.#options.separator);
    const first = end === -1 ? rest : rest.slice(0, end);
    const bracket = first.indexOf('[');
    const isMoved = this.#options.moved?.has(added.name) === true;
    const isFree =
      (isMoved || !members.has(first)) && (bracket === -1 || !members.has(first.slice(0, bracket)));
    const depth = container.depth + rest.split(this.#options.separator).length;
    if (isNested && isFree && depth + rest.split('[').length <= MAX_NESTED_DEPTH) {
      group.tree.add(rest);
      const list = arrayOf(added.name, this.#options.separator);
      if (list !== null && this.#options.taken?.has(list)) group.tree.reserve(list.slice(offset));
      group.texts.push(added);
      return true;
    }
    if (!isMoved && members.has(rest)) return false;
    group.joined.push(added);
    return true;
  }

  #groupOf(container: Container, offset: number): Group<Container> {
    let group: Group<Container> | undefined = this.#groups.get(container);
    if (group === undefined) {
      const tree = new NameTree(this.#options.separator);
      group = { container, offset, tree, texts: [], joined: [], elements: [] };
      this.#groups.set(container, group);
    }
    return group;
  }

  *#endsOfPrefixes(name: string): Generator<number, void> {
    const { separator } = this.#options;
    let depth = 1;
    for (let index = 0; index < name.length && depth < MAX_NESTED_DEPTH; index++) {
      const isEnd = name.startsWith(separator, index) || name.charCodeAt(index) === OPEN_BRACKET;
      if (!isEnd) continue;
      depth += 1;
      yield index;
    }
  }
}

const OPEN_BRACKET = 0x5b;
