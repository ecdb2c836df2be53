import { TakenNames } from '../../names/taken-names.ts';
import type { Yielder } from '../../text/yielder.ts';
import { isNmtoken, isXmlText } from '../inline/characters.ts';
import { unitIdOf, unitIdOf12 } from '../names.ts';

/** The part of a row that tells the id of its unit. */
interface Identified {
  readonly name: string;
  readonly id?: string | undefined;
}

/** The unit's own id if the version can have it, or else the one made from its name. */
export function wantedUnitId({ name, id }: Identified, version: '1.2' | '2.1'): string {
  if (version === '2.1') return id !== undefined && isNmtoken(id) ? id : unitIdOf(name);
  return id !== undefined && isXmlText(id) ? id : unitIdOf12(name);
}

/** The ids of a file that is written: each is given to one unit. */
export class UnitIdsGiven {
  readonly #version: '1.2' | '2.1';
  readonly #taken = new TakenNames();

  constructor(version: '1.2' | '2.1') {
    this.#version = version;
  }

  /** To be called before a row with an id of its own. Other ids differ, as the names do that they are made from. */
  startIndex(yielder: Yielder): Promise<void> {
    return this.#taken.startIndex(yielder);
  }

  /** Returns {@link wantedUnitId}, or if another unit has it, the first free one that is made from the name. */
  give(row: Identified): string {
    const wanted = wantedUnitId(row, this.#version);
    if (this.#taken.add(wanted)) return wanted;
    const made = wantedUnitId({ name: row.name }, this.#version);
    let id = made;
    for (let number = 2; !this.#taken.add(id); number++) id = `${made}-${number}`;
    return id;
  }
}
