import type { Cell, Row } from '@parlance/sdk';
import { actorName } from '../../../../lib/words/actor-name.ts';

/** Remembers who changed cells while the user views them. */
export interface ChangedBy {
  /** Returns the name of the person who changed a cell. Undefined if nobody else did. */
  nameOf(keyId: string, locale: string): string | undefined;
  subscribe(changed: () => void): () => void;
  /** Records the cells that differ between two readings of a row. */
  compare(before: Row, after: Row): void;
  /** Forgets a change that the user has seen. */
  forget(keyId: string, locale: string): void;
}

/** Returns the newer value of a cell or of a plural family's form. Undefined if none is newer. */
function newest(before: Cell | null | undefined, after: Cell): Pick<Cell, 'updatedBy'> | undefined {
  if (!after.forms) return after.version > (before?.version ?? 0) ? after : undefined;
  const known = new Map(before?.forms?.map(({ keyId, version }) => [keyId, version]));
  return after.forms.find(({ keyId, version }) => version > (known.get(keyId) ?? 0));
}

export function createChangedBy(userId: string): ChangedBy {
  const names = new Map<string, string>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const changed of [...listeners]) changed();
  };
  return {
    nameOf: (keyId, locale) => names.get(`${keyId} ${locale}`),
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    compare(before, after) {
      let isNew = false;
      for (const [locale, cell] of Object.entries(after.values)) {
        const by = cell && newest(before.values[locale], cell)?.updatedBy;
        if (!by || by.id === userId) continue;
        names.set(`${after.keyId} ${locale}`, actorName(by));
        isNew = true;
      }
      if (isNew) tell();
    },
    forget(keyId, locale) {
      if (names.delete(`${keyId} ${locale}`)) tell();
    },
  };
}
