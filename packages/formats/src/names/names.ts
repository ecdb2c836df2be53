import { FormatError } from '../format.ts';

/** Default separator between the nested segments of a key name. */
export const DEFAULT_KEY_SEPARATOR = '.';

/**
 * Maximum depth of a {@link NameTree}, including the root. Readers accept a depth of 64. This limit
 * is lower, because import bodies and the root key of Rails files add levels.
 */
export const MAX_NESTED_DEPTH = 60;

export function memberName(parent: string | null, member: string, separator: string): string {
  return parent === null ? member : parent + separator + member;
}

export function elementName(parent: string, index: number): string {
  return `${parent}[${index}]`;
}

/**
 * A step in writing a nested tree. A step `leaf` writes a text, and a step `null` writes an array
 * element without a text.
 */
export type NestedStep =
  | { readonly kind: 'object' | 'array'; readonly key: string | null }
  | { readonly kind: 'null'; readonly key: null }
  | { readonly kind: 'leaf'; readonly key: string | null; readonly index: number }
  | { readonly kind: 'end' };

interface Node {
  /** Index of the key name that ends at this node. -1 if no key name ends here. */
  leaf: number;
  offset: number;
  children: Map<string, Node> | null;
  folds: Map<string, Fold> | null;
  fold: Fold | null;
  place: readonly number[];
}

interface Fold {
  readonly base: string;
  readonly members: Node[];
  nulls: number;
  /** True if the children are written as an array. Undefined until the tree is written. */
  isArray: boolean | undefined;
}

/** An object of the tree, with the prefix that all names in it share. */
interface Branch {
  readonly node: Node;
  readonly depth: number;
  /** Length of `prefix`. */
  readonly start: number;
  readonly prefix: string;
}

const NO_PLACE: readonly number[] = [];

/**
 * Splits joined key names into a nested tree. A reader of the tree gets the same names. Members are
 * in order of first appearance.
 *
 * If a name is both a text and the prefix of other names, the rest of the longer names stays
 * joined: `{"apps":{"error":"…","error.parser":"…"}}`. Names beyond {@link MAX_NESTED_DEPTH} stay
 * joined too.
 *
 * `items[0]` and `items[1]` become an array if the indices are in order and no other name needs the
 * member `items`. Missing indices become nulls, as in Rails' `month_names`, if fewer elements
 * are missing than present and the array contains no arrays.
 *
 * The time is proportional to the total length of the names.
 */
export class NameTree {
  readonly names: string[] = [];
  readonly #separator: string | null;
  readonly #root: Node = newNode(0);
  readonly #top: Branch = { node: this.#root, depth: 1, start: 0, prefix: '' };
  #last = this.#top;

  constructor(separator: string | null) {
    this.#separator = separator === '' ? null : separator;
  }

  /** @throws FormatError if the name is a duplicate. */
  add(name: string): void {
    const index = this.names.push(name) - 1;
    const separator = this.#separator;
    let { node, depth, start } = this.#placeOfLast(name);
    while (separator !== null) {
      const end = name.indexOf(separator, start);
      if (end === -1) break;
      const segment = name.slice(start, end);
      const place = elementPlace(segment);
      if (depth + 1 + place.length > MAX_NESTED_DEPTH) break;
      depth += 1 + place.length;
      start = end + separator.length;
      node = childOf(node, segment, start, place);
    }
    this.#last = { node, depth, start, prefix: name.slice(0, start) };
    const segment = name.slice(start);
    const isJoined = separator !== null && segment.includes(separator);
    let place = isJoined || separator === null ? NO_PLACE : elementPlace(segment);
    if (depth + place.length > MAX_NESTED_DEPTH) place = NO_PLACE;
    const leaf = childOf(node, segment, name.length + (separator?.length ?? 0), place);
    if (leaf.leaf !== -1) throw new FormatError('duplicate key name', { path: name });
    leaf.leaf = index;
  }

  /**
   * Returns the object in which the look-up of a name starts. Siblings of the last name start at
   * its object, so that the common prefix is not looked up again.
   */
  #placeOfLast(name: string): Branch {
    return name.startsWith(this.#last.prefix) ? this.#last : this.#top;
  }

  /** Makes the elements of a list ordinary members, even if no name of this tree needs the list's member. */
  reserve(list: string): void {
    const separator = this.#separator;
    let node: Node | undefined = this.#root;
    let start = 0;
    while (separator !== null && node !== undefined) {
      const end = list.indexOf(separator, start);
      if (end === -1) break;
      node = node.children?.get(list.slice(start, end));
      start = end + separator.length;
    }
    const segment = list.slice(start);
    if (node?.folds?.has(segment) && !node.children!.has(segment)) {
      node.children!.set(segment, newNode(0));
    }
  }

  /** Yields the steps to write the tree. Do not add names while iterating. */
  *walk(): Generator<NestedStep, void> {
    yield { kind: 'object', key: null };
    const open: Iterator<NestedStep | Node>[] = [this.#membersOf(this.#root)];
    while (open.length > 0) {
      const next = open.at(-1)!.next();
      if (next.done === true) {
        open.pop();
        yield { kind: 'end' };
      } else if ('kind' in next.value) {
        yield next.value;
      } else {
        open.push(this.#membersOf(next.value));
      }
    }
  }

  *#membersOf(object: Node): Generator<NestedStep | Node, void> {
    for (const [segment, node] of object.children ?? []) {
      const { fold } = node;
      if (fold !== null && isWrittenAsArray(object, fold)) {
        if (fold.members[0] === node) yield* elementsOf(fold);
        continue;
      }
      if (node.leaf !== -1) yield { kind: 'leaf', key: segment, index: node.leaf };
      if (node.children === null) continue;
      if (node.leaf === -1) {
        yield { kind: 'object', key: segment };
        yield node;
      } else {
        for (const index of leavesBelow(node)) {
          yield { kind: 'leaf', key: this.names[index]!.slice(object.offset), index };
        }
      }
    }
  }
}

function newNode(offset: number): Node {
  return { leaf: -1, offset, children: null, folds: null, fold: null, place: NO_PLACE };
}

function childOf(parent: Node, segment: string, offset: number, place: readonly number[]): Node {
  parent.children ??= new Map();
  let child = parent.children.get(segment);
  if (child === undefined) {
    child = newNode(offset);
    parent.children.set(segment, child);
    if (place.length > 0) addToFold(parent, child, segment, place);
  }
  return child;
}

function addToFold(parent: Node, child: Node, segment: string, place: readonly number[]): void {
  const base = segment.slice(0, segment.length - suffixOf(place).length);
  parent.folds ??= new Map();
  let fold = parent.folds.get(base);
  if (fold === undefined) {
    fold = { base, members: [], nulls: 0, isArray: undefined };
    parent.folds.set(base, fold);
  }
  fold.nulls += nullsBetween(fold.members.at(-1)?.place, place);
  fold.members.push(child);
  child.fold = fold;
  child.place = place;
}

/**
 * Returns the indices at the end of a segment such as `items[0][2]`. Returns no indices if nothing
 * precedes the brackets.
 */
function elementPlace(segment: string): readonly number[] {
  if (!segment.endsWith(']')) return NO_PLACE;
  const place: number[] = [];
  let end = segment.length;
  while (segment.charCodeAt(end - 1) === 0x5d) {
    const open = segment.lastIndexOf('[', end - 1);
    const digits = segment.slice(open + 1, end - 1);
    // Accepts only the indices that a reader gives array elements: digits without a leading zero.
    if (open === -1 || !/^(?:0|[1-9]\d{0,8})$/.test(digits)) break;
    place.push(Number(digits));
    end = open;
  }
  return end === 0 ? NO_PLACE : place.reverse();
}

function suffixOf(place: readonly number[]): string {
  return `[${place.join('][')}]`;
}

/**
 * Returns the number of elements that are missing between two positions of an array. Returns
 * infinity if the positions are not in order.
 */
function nullsBetween(previous: readonly number[] | undefined, place: readonly number[]): number {
  if (isNextPlace(previous, place)) return 0;
  const gap = place[0]! - (previous?.[0] ?? -1) - 1;
  return place.length === 1 && (previous?.length ?? 1) === 1 && gap > 0 ? gap : Infinity;
}

/**
 * True if the element at `place` directly follows the element at `previous` in an array or in
 * nested arrays.
 */
function isNextPlace(previous: readonly number[] | undefined, place: readonly number[]): boolean {
  const level = previous === undefined ? -1 : levelOfChange(previous, place);
  if (previous !== undefined && place[level] !== (previous[level] ?? Number.NaN) + 1) return false;
  return place.every((index, at) => at <= level || index === 0);
}

function levelOfChange(previous: readonly number[], place: readonly number[]): number {
  let level = 0;
  while (level < previous.length && previous[level] === place[level]) level += 1;
  return level;
}

function isWrittenAsArray(object: Node, fold: Fold): boolean {
  fold.isArray ??=
    fold.nulls < fold.members.length &&
    object.children?.has(fold.base) === false &&
    fold.members.every((member) => member.leaf === -1 || member.children === null);
  return fold.isArray;
}

function* elementsOf(fold: Fold): Generator<NestedStep | Node, void> {
  yield { kind: 'array', key: fold.base };
  let openArrays = 1;
  let previous: readonly number[] | undefined;
  for (const member of fold.members) {
    const kept = previous === undefined ? 1 : levelOfChange(previous, member.place) + 1;
    for (; openArrays > kept; openArrays--) yield { kind: 'end' };
    for (; openArrays < member.place.length; openArrays++) yield { kind: 'array', key: null };
    for (let nulls = nullsBetween(previous, member.place); nulls > 0; nulls--) {
      yield { kind: 'null', key: null };
    }
    if (member.leaf !== -1) {
      yield { kind: 'leaf', key: null, index: member.leaf };
    } else {
      yield { kind: 'object', key: null };
      yield member;
    }
    previous = member.place;
  }
  for (; openArrays > 0; openArrays--) yield { kind: 'end' };
}

function* leavesBelow(node: Node): Generator<number, void> {
  for (const child of node.children?.values() ?? []) {
    if (child.leaf !== -1) yield child.leaf;
    yield* leavesBelow(child);
  }
}
