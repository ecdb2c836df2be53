import { TakenNames } from '../../names/taken-names.ts';
import type { Yielder } from '../../text/yielder.ts';
import { isNmtoken, isXmlText } from '../inline/characters.ts';
import { unitIdOf, unitIdOf12 } from '../names.ts';

/** The part of a row that determines the id of its unit. */
interface Identified {
  readonly name: string;
  readonly id?: string | undefined;
}

/** Returns the unit's own id if the version allows it, or else the id made from its name. */
export function wantedUnitId({ name, id }: Identified, version: '1.2' | '2.1'): string {
  if (version === '2.1') return id !== undefined && isNmtoken(id) ? id : unitIdOf(name);
  return id !== undefined && isXmlText(id) ? id : unitIdOf12(name);
}

/** The ids of a file that is being written. Each id is given to one unit. */
export class UnitIdsGiven {
  readonly #version: '1.2' | '2.1';
  readonly #taken = new TakenNames();

  constructor(version: '1.2' | '2.1') {
    this.#version = version;
  }

  /** Call it before a row with an id of its own. Other ids are made from names, so they differ as the names do. */
  startIndex(yielder: Yielder): Promise<void> {
    return this.#taken.startIndex(yielder);
  }

  /** Returns {@link wantedUnitId}. If another unit has that id, returns the first free id made from the name. */
  give(row: Identified): string {
    const wanted = wantedUnitId(row, this.#version);
    if (this.#taken.add(wanted)) return wanted;
    const made = wantedUnitId({ name: row.name }, this.#version);
    let id = made;
    for (let number = 2; !this.#taken.add(id); number++) id = `${made}-${number}`;
    return id;
  }
}
