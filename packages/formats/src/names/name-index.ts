import { detach } from '../text/utf8.ts';
import { hashText, TextColumn } from './columns.ts';

/** Maximum number of names in a Map. Beyond this number, names are stored outside of V8's heap. */
const MAX_IN_MAP = 256;
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
  #few: Map<string, number> | null = null;
  #fewNames: string[] = [];
  #many: NameTable | null = null;

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
   * True if `index` is the index of the name. This method is faster than {@link indexOf}, so use it if the index is
   * probably right.
   */
  isAt(index: number, name: string): boolean {
    if (index >= this.length) return false;
    return this.#many === null ? this.#fewNames[index] === name : this.#many.isAt(index, name);
  }

  /** Returns the index of a name. Returns -1 if the name was not added. */
  indexOf(name: string): number {
    if (this.#many !== null) return this.#many.find(name);
    return this.#few?.get(name) ?? -1;
  }

  /**
   * Adds a name.
   * @returns the index of the name if it was added before, or -1 if it is new
   */
  add(name: string): number {
    if (this.#many !== null) return this.#many.add(name);
    this.#few ??= new Map();
    const { size } = this.#few;
    const found = this.#few.get(name);
    if (found !== undefined) return found;
    const detached = detach(name);
    this.#few.set(detached, size);
    this.#fewNames.push(detached);
    if (size === MAX_IN_MAP) this.#leaveMap();
    return -1;
  }

  #leaveMap(): void {
    this.#many = new NameTable();
    for (const name of this.#fewNames) this.#many.add(name);
    this.#few = null;
    this.#fewNames = [];
  }
}

interface Segment {
  /** A hash table with open addressing. Each element is 0, or the number of a name plus 1. */
  numbers: Uint32Array;
  /** Hash of the name in each slot. */
  hashes: Uint32Array;
  taken: number;
  /** Names for which none of {@link MAX_PROBES} slots was free. */
  readonly crowded: Map<string, number>;
}

class NameTable {
  readonly #names = new TextColumn();
  readonly #segments: readonly Segment[] = Array.from({ length: 2 ** SEGMENT_BITS }, () => ({
    numbers: new Uint32Array(FIRST_SLOTS),
    hashes: new Uint32Array(FIRST_SLOTS),
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

  find(name: string): number {
    return this.#find(name, hashText(name));
  }

  add(name: string): number {
    const number = this.#names.length;
    const hash = this.#names.push(name);
    const found = this.#find(name, hash);
    if (found !== -1) {
      this.#names.pop();
      return found;
    }
    const segment = this.#segmentOf(hash);
    if (segment.taken * 2 >= segment.numbers.length) this.#grow(segment);
    this.#place(segment, number, hash);
    return -1;
  }

  #find(name: string, hash: number): number {
    const { numbers, hashes, crowded } = this.#segmentOf(hash);
    const mask = numbers.length - 1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const slot = (hash + probe) & mask;
      const number = numbers[slot]! - 1;
      if (number === -1) return -1;
      if (hashes[slot] === hash && this.#names.equals(number, name)) return number;
    }
    return crowded.get(name) ?? -1;
  }

  #grow(segment: Segment): void {
    const { numbers, hashes } = segment;
    segment.numbers = new Uint32Array(numbers.length * 2);
    segment.hashes = new Uint32Array(numbers.length * 2);
    segment.taken = 0;
    for (let slot = 0; slot < numbers.length; slot++) {
      if (numbers[slot] !== 0) this.#place(segment, numbers[slot]! - 1, hashes[slot]!);
    }
  }

  #place(segment: Segment, number: number, hash: number): void {
    const { numbers, hashes, crowded } = segment;
    const mask = numbers.length - 1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const slot = (hash + probe) & mask;
      if (numbers[slot] !== 0) continue;
      numbers[slot] = number + 1;
      hashes[slot] = hash;
      segment.taken += 1;
      return;
    }
    crowded.set(this.#names.at(number), number);
  }

  #segmentOf(hash: number): Segment {
    return this.#segments[hash >>> (32 - SEGMENT_BITS)]!;
  }
}
