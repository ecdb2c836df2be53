import { detach } from '../text/utf8.ts';
import { NumberColumn, TextColumn } from './columns.ts';

/** Maximum number of names for which a Map is fastest, and still small. */
const MAX_IN_MAP = 4096;
/** The hash spreads names over this number of segments (as a power of 2), so that no segment takes long to grow. */
const SEGMENT_BITS = 6;
const FIRST_SLOTS = 256;
/** A segment is at most half full, so a name is found after a few probes, unless names were chosen to collide. */
const MAX_PROBES = 64;

/**
 * Distinct well-formed names, numbered from 0 in the order in which they come. The names of a large file are held
 * outside V8's heap: a Map of a million names takes the garbage collector's time, and blocks the thread for a tenth of
 * a second when it grows.
 */
export class NameIndex {
  readonly #hashOf: (name: string) => number;
  #few: Map<string, number> | null = null;
  #fewNames: string[] = [];
  #many: NameTable | null = null;

  /** `hashOf` returns whole numbers below 2^32. */
  constructor(hashOf = hashName) {
    this.#hashOf = hashOf;
  }

  get length(): number {
    return this.#many?.length ?? this.#fewNames.length;
  }

  /** Returns the name with this number. */
  at(index: number): string {
    return this.#many === null ? this.#fewNames[index]! : this.#many.at(index);
  }

  has(name: string): boolean {
    return this.indexOf(name) !== -1;
  }

  /** True if the name has this number. Faster than looking the name up. */
  isAt(index: number, name: string): boolean {
    if (index >= this.length) return false;
    return this.#many === null ? this.#fewNames[index] === name : this.#many.isAt(index, name);
  }

  /** Returns the number of a name, or -1 if it is missing. */
  indexOf(name: string): number {
    if (this.#many !== null) return this.#many.find(name, this.#hashOf(name));
    return this.#few?.get(name) ?? -1;
  }

  /** @returns the number that the name had before, or -1 if it is new */
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
  /** Slots of open addressing: the number of a name plus 1, or 0 for a free slot. */
  slots: Uint32Array;
  taken: number;
  /** Names that found no free slot near their hash. */
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

  /** Adds a name as {@link NameIndex.add} does. */
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
    for (let at = 0; at < old.length; at++) {
      const slot = old[at]!;
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

/** FNV-1a over code units, followed by the last steps of MurmurHash3, which spread it over all bits. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
