import type { CountedKey } from '../value/needed-values.ts';
import type { ContentChanges } from './changes.ts';

/** The plural family of a key, and the way in which it counts. */
export interface FamilyFlags extends CountedKey {
  plural_family: string | null;
  plural_style: string | null;
}

/** Counts keys and plural families, each family once. */
export class KeyTally {
  plain = 0;
  members = 0;
  zeroForms = 0;
  untranslatable = 0;
  readonly cardinal = new Set<string>();
  readonly integer = new Set<string>();
  readonly ordinal = new Set<string>();

  add(flags: FamilyFlags): void {
    if (flags.plural_family === null) {
      if (flags.translatable) this.plain++;
      else this.untranslatable++;
      return;
    }
    this.members++;
    if (!flags.translatable) return;
    if (flags.plural_everywhere) this.zeroForms++;
    this.#familiesOf(flags).add(`${flags.plural_style}${flags.plural_family}`);
  }

  #familiesOf({ plural_ordinal, plural_said }: FamilyFlags): Set<string> {
    if (plural_ordinal) return this.ordinal;
    return plural_said === 'integer' ? this.integer : this.cardinal;
  }

  apply(changes: ContentChanges, sign: 1 | -1): void {
    changes.keys.plain += sign * this.plain;
    changes.keys.members += sign * this.members;
    changes.keys.cardinal += sign * this.cardinal.size;
    changes.keys.integer += sign * this.integer.size;
    changes.keys.ordinal += sign * this.ordinal.size;
    changes.keys.zeroForms += sign * this.zeroForms;
    changes.keys.untranslatable += sign * this.untranslatable;
  }
}
