import { NumberColumn, TextColumn } from '@parlance/formats';
import type { PlannedKey } from './import-rows.ts';

export class PlannedKeys {
  readonly #ids = new TextColumn();
  readonly #flags = new NumberColumn();

  push({ id, wasArchived, isWritten }: PlannedKey): void {
    this.#ids.push(id ?? '');
    this.#flags.push(Number(wasArchived) + 2 * Number(isWritten));
  }

  at(index: number): PlannedKey {
    const id = this.#ids.at(index);
    const flags = this.#flags.at(index);
    return { id: id === '' ? null : id, wasArchived: flags % 2 === 1, isWritten: flags >= 2 };
  }
}
