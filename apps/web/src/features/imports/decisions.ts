import type { ImportChange, ImportChangeKind, ImportOverride } from '@parlance/contracts';

export type Take = ImportOverride['take'];

/** The decisions about the changes of a staged import, by kind and for single changes. */
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

/** Returns the decision about a change. Undefined if there is nothing to decide, or for an undecided conflict. */
export const takeOf = ({ kinds, changes }: Decisions, change: ImportChange): Take | undefined =>
  changes.get(idOf(change))?.take ?? kinds.get(change.kind) ?? DEFAULTS[change.kind];

/** Decides about all changes of a kind, and removes earlier decisions about single ones. */
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

/** Converts the decisions for the API, where the last matching override counts. */
export const overridesOf = ({ kinds, changes }: Decisions): ImportOverride[] => [
  ...[...kinds].map(([kind, take]) => ({ kind, take })),
  ...changes.values(),
];

/** Returns the number of conflicts without a decision. */
export function openConflicts({ kinds, changes }: Decisions, conflicts: number): number {
  if (kinds.has('conflict')) return 0;
  const decided = [...changes.values()].filter(({ kind }) => kind === 'conflict').length;
  return conflicts - decided;
}
