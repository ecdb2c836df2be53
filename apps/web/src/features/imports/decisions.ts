import type { ImportChange, ImportChangeKind, ImportOverride } from '@parlance/contracts';

export type Take = ImportOverride['take'];

/** The user's decisions about a staged import: for all changes of a kind, and for single changes. */
export interface Decisions {
  readonly kinds: ReadonlyMap<ImportChangeKind, Take>;
  readonly changes: ReadonlyMap<string, ImportOverride>;
}

export const UNDECIDED: Decisions = { kinds: new Map(), changes: new Map() };

const DEFAULTS: Readonly<Partial<Record<ImportChangeKind, Take>>> = {
  added: 'file',
  changed: 'file',
  archived: 'file',
  skipped: 'project',
};

const idOf = ({ kind, key, locale }: ImportChange): string => JSON.stringify([kind, key, locale]);

/**
 * Returns the decision about a change. Returns undefined for a conflict about which the user has not decided, and for
 * changes that need no decision.
 */
export const takeOf = ({ kinds, changes }: Decisions, change: ImportChange): Take | undefined =>
  changes.get(idOf(change))?.take ?? kinds.get(change.kind) ?? DEFAULTS[change.kind];

/** Sets the decision about all changes of a kind. Removes earlier decisions about single changes of this kind. */
export const decideKind = (
  { kinds, changes }: Decisions,
  kind: ImportChangeKind,
  take: Take,
): Decisions => ({
  kinds: new Map([...kinds, [kind, take]]),
  changes: new Map([...changes].filter(([, override]) => override.kind !== kind)),
});

export const decideChange = (
  { kinds, changes }: Decisions,
  change: ImportChange,
  take: Take,
): Decisions => {
  const { kind, key, locale } = change;
  const override = { kind, key, take, ...(locale !== null && { locale }) };
  return { kinds, changes: new Map([...changes, [idOf(change), override]]) };
};

/** Converts the decisions to overrides for the API. If several overrides match a change, the last of them applies. */
export const overridesOf = ({ kinds, changes }: Decisions): ImportOverride[] => [
  ...[...kinds].map(([kind, take]) => ({ kind, take })),
  ...changes.values(),
];

/** Returns the number of conflicts about which the user has not decided. */
export function openConflicts({ kinds, changes }: Decisions, conflicts: number): number {
  if (kinds.has('conflict')) return 0;
  const decided = [...changes.values()].filter(({ kind }) => kind === 'conflict').length;
  return conflicts - decided;
}
