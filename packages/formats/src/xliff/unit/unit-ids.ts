import { TakenNames } from '../../names/taken-names.ts';
import type { Yielder } from '../../text/yielder.ts';
import { isNmtoken, isXmlText } from '../inline/characters.ts';
import { unitIdOf, unitIdOf12 } from '../names.ts';

interface Identified {
  readonly name: string;
  readonly id?: string | undefined;
}

/**
 * Returns the id of the row's unit. If the XLIFF version does not allow this id, returns the id
 * derived from the key name.
 */
export function wantedUnitId({ name, id }: Identified, version: '1.2' | '2.1'): string {
  if (version === '2.1') return id !== undefined && isNmtoken(id) ? id : unitIdOf(name);
  return id !== undefined && isXmlText(id) ? id : unitIdOf12(name);
}

/** The unit ids in a file that is being written. All ids are distinct. */
export class UnitIdsGiven {
  readonly #version: '1.2' | '2.1';
  readonly #taken = new TakenNames();

  constructor(version: '1.2' | '2.1') {
    this.#version = version;
  }

  /**
   * Indexes the ids. Must be called before the first row that has its own unit id. Before that, all
   * ids are derived from key names and are therefore distinct.
   */
  startIndex(yielder: Yielder): Promise<void> {
    return this.#taken.startIndex(yielder);
  }

  give(row: Identified): string {
    const wanted = wantedUnitId(row, this.#version);
    if (this.#taken.add(wanted)) return wanted;
    const made = wantedUnitId({ name: row.name }, this.#version);
    let id = made;
    for (let number = 2; !this.#taken.add(id); number++) id = `${made}-${number}`;
    return id;
  }
}
