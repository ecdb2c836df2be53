import type { Cell, Row } from '@parlance/sdk';
import { actorName } from '../../../../lib/words/actor-name.ts';

/** Remembers which cells other people have changed while the user views them. */
export interface ChangedBy {
  /** Returns the name of the person who changed a cell. Returns undefined if no other person has changed it. */
  nameOf(keyId: string, locale: string): string | undefined;
  subscribe(changed: () => void): () => void;
  /** Compares two states of a row, and records the cells that differ. */
  compare(before: Row, after: Row): void;
  /** Forgets the change of a cell after the user has seen it. */
  forget(keyId: string, locale: string): void;
}

/**
 * Returns the value of a cell if it is newer than before. For a plural family, returns the newest value of its forms.
 */
function newest(before: Cell | null | undefined, after: Cell): Pick<Cell, 'updatedBy'> | undefined {
  if (!after.forms) return after.version > (before?.version ?? 0) ? after : undefined;
  const earlierVersions = new Map(before?.forms?.map(({ keyId, version }) => [keyId, version]));
  return after.forms.find(({ keyId, version }) => version > (earlierVersions.get(keyId) ?? 0));
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
