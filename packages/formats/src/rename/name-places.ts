import type { NameSlots } from './name-slots.ts';

/** A replacement in a text. Offsets are in code units. */
export interface NameReplacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface NamePlace {
  readonly start: number;
  readonly end: number;
  /** The preceding place with the same spelling. */
  readonly before: NamePlace | undefined;
}

/** The places in a file at which one of the requested names may be spelled. */
export class NamePlaces {
  readonly #text: string;
  readonly #slots: NameSlots;
  readonly #places = new Map<string, NamePlace[]>();

  constructor(text: string, slots: NameSlots, names: Iterable<string>) {
    this.#text = text;
    this.#slots = slots;
    for (const name of names) {
      for (const spelled of slots.spell(name)) {
        this.#places.set(spelled, []);
        if (slots.twin !== undefined) this.#places.set(slots.twin + spelled, []);
      }
    }
    for (const match of text.matchAll(slots.slot)) {
      const at = match.findIndex((part, group) => group > 0 && part !== undefined);
      if (at === -1) continue;
      const [start, end] = match.indices![at]!;
      const places = this.#places.get(match[at]!);
      places?.push({ start, end, before: places.at(-1) });
    }
  }

  /** True if the file contains the whole name. */
  has(name: string): boolean {
    return this.#slots.spell(name).some((spelled) => (this.#places.get(spelled) ?? []).length > 0);
  }

  /**
   * Returns the replacements that rename the last place of a name before an offset.
   * @param offset null to rename a name only if the file contains it at a single place
   * @param skipped number of places before the offset to skip
   * @returns null if there is no such place
   */
  find(
    old: string,
    next: string,
    offset: number | null,
    skipped: number,
  ): NameReplacement[] | null {
    const spelledNext = this.#slots.spell(next);
    for (const [kind, spelled] of this.#slots.spell(old).entries()) {
      const place = placeBefore(this.#places.get(spelled) ?? [], offset, skipped);
      if (place === undefined) continue;
      const text = spelledNext[kind]!;
      const twins = this.#twinsOf(spelled).map((twin) => [twin, this.#slots.twin + text] as const);
      return [...this.#withJoined(place).map((one) => [one, text] as const), ...twins].map(
        ([{ start, end }, written]) => ({ start, end, text: this.#quoted(start, end, written) }),
      );
    }
    return null;
  }

  #twinsOf(spelled: string): readonly NamePlace[] {
    const { twin } = this.#slots;
    return twin === undefined ? [] : (this.#places.get(twin + spelled) ?? []);
  }

  /** Returns a place and the preceding places that belong to the same entry. */
  #withJoined(place: NamePlace): NamePlace[] {
    const joined = [place];
    for (let { before, start } = place; before !== undefined; { before, start } = before) {
      if (!this.#slots.between?.test(this.#text.slice(before.end, start))) break;
      joined.push(before);
    }
    return joined;
  }

  #quoted(start: number, end: number, spelled: string): string {
    const isQuoted = /["']/.test(this.#text[start - 1] ?? '') && /["']/.test(this.#text[end] ?? '');
    return isQuoted ? spelled : (this.#slots.quote?.(spelled) ?? spelled);
  }
}

function placeBefore(
  places: readonly NamePlace[],
  offset: number | null,
  skipped: number,
): NamePlace | undefined {
  if (offset === null) return places.length === 1 && skipped === 0 ? places[0] : undefined;
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return places[low - 1 - skipped];
}
