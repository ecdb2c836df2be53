import { detach } from '../text/utf8.ts';
import { NumberColumn, TextColumn } from './columns.ts';

/** Maximum number of names in a Map. Beyond this number, names are stored outside of V8's heap. */
const MAX_IN_MAP = 4096;
/**
 * Base-2 logarithm of the number of segments. The index grows one segment at a time, so that
 * growing does not block the thread for long.
 */
const SEGMENT_BITS = 6;
const FIRST_SLOTS = 256;
/**
 * Maximum number of slots that a lookup examines. Longer searches happen only with names that an
 * attacker chose to have equal hashes.
 */
const MAX_PROBES = 64;

/**
 * A set of distinct names, numbered from 0 in the order in which they are added. It stores many
 * names outside of V8's heap, because a Map of a million names slows down garbage collection and
 * blocks the thread for a tenth of a second when it grows.
 */
export class NameIndex {
  readonly #hashOf: (name: string) => number;
  #few: Map<string, number> | null = null;
  #fewNames: string[] = [];
  #many: NameTable | null = null;

  /** `hashOf` returns an integer from 0 to 2^32 - 1. */
  constructor(hashOf = hashName) {
    this.#hashOf = hashOf;
  }

  get length(): number {
    return this.#many?.length ?? this.#fewNames.length;
  }

  at(index: number): string {
    return this.#many === null ? this.#fewNames[index]! : this.#many.at(index);
  }

  has(name: string): boolean {
    return this.indexOf(name) !== -1;
  }

  /**
   * True if `index` is the number of the name. This method is faster than {@link indexOf}, so use
   * it if the number is probably `index`.
   */
  isAt(index: number, name: string): boolean {
    if (index >= this.length) return false;
    return this.#many === null ? this.#fewNames[index] === name : this.#many.isAt(index, name);
  }

  /** Returns the number of a name. Returns -1 if the name was not added. */
  indexOf(name: string): number {
    if (this.#many !== null) return this.#many.find(name, this.#hashOf(name));
    return this.#few?.get(name) ?? -1;
  }

  /**
   * Adds a name.
   * @returns the number of the name if it was added before, or -1 if it is new
   */
  add(name: string): number {
    if (this.#many !== null) return this.#many.add(name, this.#hashOf(name));
    this.#few ??= new Map();
    const { size } = this.#few;
    const found = this.#few.get(name);
    if (found !== undefined) return found;
    const own = detach(name);
    this.#few.set(own, size);
    this.#fewNames.push(own);
    if (size === MAX_IN_MAP) this.#leaveMap();
    return -1;
  }

  #leaveMap(): void {
    this.#many = new NameTable();
    for (const name of this.#fewNames) this.#many.add(name, this.#hashOf(name));
    this.#few = null;
    this.#fewNames = [];
  }
}

interface Segment {
  /**
   * A hash table of names with open addressing. Each element is 0, or the number of a name plus 1.
   */
  slots: Uint32Array;
  taken: number;
  /** Names for which none of {@link MAX_PROBES} slots was free. */
  readonly crowded: Map<string, number>;
}

class NameTable {
  readonly #names = new TextColumn();
  readonly #hashes = new NumberColumn();
  readonly #segments: readonly Segment[] = Array.from({ length: 2 ** SEGMENT_BITS }, () => ({
    slots: new Uint32Array(FIRST_SLOTS),
    taken: 0,
    crowded: new Map(),
  }));

  get length(): number {
    return this.#names.length;
  }

  at(index: number): string {
    return this.#names.at(index);
  }

  isAt(index: number, name: string): boolean {
    return this.#names.equals(index, name);
  }

  find(name: string, hash: number): number {
    const { slots, crowded } = this.#segmentOf(hash);
    const mask = slots.length - 1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const slot = slots[(hash + probe) & mask]!;
      if (slot === 0) break;
      if (this.#hashes.at(slot - 1) === hash && this.#names.equals(slot - 1, name)) return slot - 1;
    }
    return crowded.size === 0 ? -1 : (crowded.get(name) ?? -1);
  }

  add(name: string, hash: number): number {
    const found = this.find(name, hash);
    if (found !== -1) return found;
    const number = this.#names.length;
    this.#names.push(name);
    this.#hashes.push(hash);
    const segment = this.#segmentOf(hash);
    if (segment.taken * 2 >= segment.slots.length) this.#grow(segment);
    this.#place(segment, number);
    return -1;
  }

  #grow(segment: Segment): void {
    const old = segment.slots;
    segment.slots = new Uint32Array(old.length * 2);
    segment.taken = 0;
    for (let index = 0; index < old.length; index++) {
      const slot = old[index]!;
      if (slot !== 0) this.#place(segment, slot - 1);
    }
  }

  #place(segment: Segment, number: number): void {
    const { slots, crowded } = segment;
    const hash = this.#hashes.at(number);
    const mask = slots.length - 1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const at = (hash + probe) & mask;
      if (slots[at] !== 0) continue;
      slots[at] = number + 1;
      segment.taken += 1;
      return;
    }
    crowded.set(this.#names.at(number), number);
  }

  #segmentOf(hash: number): Segment {
    return this.#segments[hash >>> (32 - SEGMENT_BITS)]!;
  }
}

/** FNV-1a over code units. The last steps of MurmurHash3 spread the result over all bits. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
