import type { ProjectSettings } from '@parlance/contracts';
import {
  dependsOnSource,
  familyCandidates,
  familyJoint,
  findPluralFamilies,
  mayBeSaid,
  type PluralFamilyMember,
  type SaidPlural,
  widerPlural,
} from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { rangesOf } from '../batches.ts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { type CountedKey, needsKey } from '../value/needed-values.ts';
import { KEYS } from '../value/revision.store.ts';
import { isOfOtherSource } from '../value/source-version.store.ts';
import { findKeysWithValue, shareValues } from '../value/value.store.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import { findKeysByNames, type KeyRef, setFamilies } from './key.store.ts';

export interface ContentProject {
  id: ProjectRef;
  organizationId: OwnerRef;
  sourceLocale: string;
  settings: ProjectSettings;
  locales: readonly { id: number; code: string }[];
}

export interface KeyChange {
  key: KeyRef;
  /** True if it was active, and had this name, before the transaction's change. */
  wasLiving: boolean;
  isLiving: boolean;
  /** Made in this transaction: it has no values yet. */
  isNew: boolean;
}

interface Flags extends CountedKey {
  plural_family: string | null;
  plural_style: string | null;
}

interface Move {
  sourceVersion: number;
  /** Null where the key did not count before; likewise after. */
  before: Flags | null;
  after: Flags | null;
}

export interface AccountOptions {
  /** Other keys that the caller holds: those whose families change are marked in place too. */
  present?: readonly KeyRef[];
  /** Ids of keys that get a source text later in the transaction. */
  gainsSource?: ReadonlySet<string>;
  /** Kinds of plural that a file gives keys, by their ids. */
  said?: ReadonlyMap<string, SaidPlural>;
  /** Keys that are to be translated from now on, or no longer, by their ids. The other forms of a family follow. */
  translatable?: ReadonlyMap<string, boolean>;
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING_SAID: ReadonlyMap<string, SaidPlural> = new Map();
const NO_EDIT: ReadonlyMap<string, boolean> = new Map();

/**
 * After keys were made, archived, restored or renamed (a rename is an end of the old name and a
 * beginning of the new), or before they get their first source text: finds out which plural families
 * there are now, marks their members, and puts what that changes into `changes`. Costs as much as the
 * change, not as the project.
 */
export async function accountKeys(
  tx: Db,
  project: ContentProject,
  keyChanges: readonly KeyChange[],
  changes: ContentChanges,
  { present = [], ...options }: AccountOptions = {},
): Promise<void> {
  if (keyChanges.length > 0) changes.written.add(KEYS);
  const known = new Set(keyChanges.map(({ key }) => key.name));
  const { gainsSource = NONE } = options;
  const familyOptions = familyOptionsOf(project);
  const gaining = present.filter(
    ({ id, name, archived }) =>
      !archived && gainsSource.has(id) && !known.has(name) && dependsOnSource(name, familyOptions),
  );
  const changed = [...keyChanges, ...gaining.map(unchanged)];
  const affected = await withSiblings(tx, project, changed, present);
  await accountFamilies(tx, project, affected, changes, options);
}

/** As {@link accountKeys}, if every active key that may be in a family with these is among them. */
export async function accountFamilies(
  tx: Db,
  project: ContentProject,
  affected: readonly KeyChange[],
  changes: ContentChanges,
  {
    gainsSource = NONE,
    said = NOTHING_SAID,
    translatable = NO_EDIT,
  }: Omit<AccountOptions, 'present'> = {},
): Promise<void> {
  const living = affected.filter((change) => change.isLiving).map(({ key }) => key);
  const options = familyOptionsOf(project);
  const dependent = living.filter(({ name }) => dependsOnSource(name, options));
  const outOfSource = await namesOutOfSource(tx, project, dependent, gainsSource);
  const saidNames = new Map(
    living.map(({ id, name, plural_said }) => [
      name,
      widerPlural(plural_said, said.get(id) ?? null),
    ]),
  );
  const families = findPluralFamilies(saidNames.keys(), {
    ...options,
    isInSource: (name) => !outOfSource.has(name),
    saidOf: (name) => saidNames.get(name) ?? null,
  });
  const isTranslatable = translatableOf(living, families, translatable);
  const before = new KeyTally();
  const after = new KeyTally();
  const remarked: (Flags & { id: string })[] = [];
  const recheckedIds: string[] = [];
  const moved = new Map<string, Move>();
  for (const { key, wasLiving, isLiving, isNew } of affected) {
    const member = isLiving ? families.get(key.name) : undefined;
    const flags: Flags = {
      plural_family: member?.family ?? null,
      plural_style: member?.style ?? null,
      plural_category: member?.category ?? null,
      plural_ordinal: member?.ordinal ?? false,
      plural_everywhere: member?.everywhere ?? false,
      // Outlasts that the family has no `other`, but not another kind of name.
      translatable: isLiving ? isTranslatable(key) : key.translatable,
      plural_said: member?.said ?? (mayBeSaid(key.name) ? (saidNames.get(key.name) ?? null) : null),
    };
    const old: Flags = { ...key };
    if (wasLiving) before.add(old);
    if (isLiving) after.add(flags);
    const isRemarked = isLiving && !sameFlags(old, flags);
    if (isRemarked) remarked.push({ id: key.id, ...flags });
    if (isRemarked && !isNew) recheckedIds.push(key.id);
    if (!isNew && (isRemarked || wasLiving !== isLiving)) {
      // A renamed key comes twice: once for the name that ended, once for the one that began.
      const other = moved.get(key.id);
      moved.set(key.id, {
        sourceVersion: key.source_version,
        before: wasLiving ? old : (other?.before ?? null),
        after: isLiving ? flags : (other?.after ?? null),
      });
    }
    if (isLiving) Object.assign(key, flags);
  }
  if (remarked.length > 0) changes.written.add(KEYS);
  for (const [from, to] of rangesOf(remarked.length)) {
    await setFamilies(tx, project.id, remarked.slice(from, to));
  }
  // A plural form is checked otherwise than a plain text.
  for (const [from, to] of rangesOf(recheckedIds.length)) {
    await resetChecks(tx, project.id, recheckedIds.slice(from, to));
  }
  before.apply(changes, -1);
  after.apply(changes, 1);
  await moveValueCounts(tx, project, moved, changes);
}

const unchanged = (key: KeyRef): KeyChange => ({
  key,
  wasLiving: true,
  isLiving: true,
  isNew: false,
});

const familyOptionsOf = ({ settings, sourceLocale }: ContentProject) => ({
  format: settings.messageFormat,
  sourceLocale,
});

async function namesOutOfSource(
  tx: Db,
  project: ContentProject,
  keys: readonly KeyRef[],
  gainsSource: ReadonlySet<string>,
): Promise<Set<string>> {
  const out = new Map(keys.map(({ id, name }) => [id, name]));
  for (const id of gainsSource) out.delete(id);
  const source = project.locales.find(({ code }) => code === project.sourceLocale)!;
  const ids = [...out.keys()];
  for (const [from, to] of rangesOf(ids.length)) {
    const batch = ids.slice(from, to);
    for (const id of await findKeysWithValue(tx, project.id, source.id, batch)) out.delete(id);
  }
  return new Set(out.values());
}

/** The changed keys and the living ones whose families they may touch. */
async function withSiblings(
  tx: Db,
  project: ContentProject,
  keyChanges: readonly KeyChange[],
  present: readonly KeyRef[],
): Promise<KeyChange[]> {
  const known = new Set(keyChanges.map(({ key }) => key.name));
  const wanted = new Set<string>();
  for (const { key } of keyChanges) {
    for (const name of familyCandidates(key.name, project.settings.messageFormat)) {
      if (!known.has(name)) wanted.add(name);
    }
  }
  if (wanted.size === 0) return [...keyChanges];
  const siblings: KeyChange[] = [];
  for (const key of present) {
    if (!key.archived && wanted.delete(key.name)) siblings.push(unchanged(key));
  }
  const names = [...wanted];
  for (const [from, to] of rangesOf(names.length)) {
    for (const key of await findKeysByNames(tx, project.id, names.slice(from, to))) {
      if (!key.archived) siblings.push(unchanged(key));
    }
  }
  return [...keyChanges, ...siblings];
}

const sameFlags = (a: Flags, b: Flags): boolean =>
  a.plural_family === b.plural_family &&
  a.plural_style === b.plural_style &&
  a.plural_category === b.plural_category &&
  a.plural_ordinal === b.plural_ordinal &&
  a.plural_everywhere === b.plural_everywhere &&
  a.plural_said === b.plural_said &&
  a.translatable === b.translatable;

/** The edited form of a family decides for all its forms; without one, its `other` does. */
function translatableOf(
  living: readonly KeyRef[],
  families: ReadonlyMap<string, PluralFamilyMember>,
  edited: ReadonlyMap<string, boolean>,
): (key: KeyRef) => boolean {
  const decided = new Map<string, boolean>();
  for (const { id, name, translatable } of living) {
    const member = families.get(name);
    const edit = edited.get(id);
    if (!member) continue;
    if (edit !== undefined) decided.set(familyIdOf(member), edit);
    else if (member.category === 'other' && !decided.has(familyIdOf(member))) {
      decided.set(familyIdOf(member), translatable);
    }
  }
  return ({ id, name, translatable }) => {
    const member = families.get(name);
    if (member) return decided.get(familyIdOf(member))!;
    return edited.get(id) ?? translatable;
  };
}

const familyIdOf = ({ family, style, ordinal }: PluralFamilyMember): string =>
  `${familyJoint({ style, ordinal })}${family}`;

class KeyTally {
  plain = 0;
  members = 0;
  zeroForms = 0;
  untranslatable = 0;
  readonly cardinal = new Set<string>();
  readonly integer = new Set<string>();
  readonly ordinal = new Set<string>();

  add(flags: Flags): void {
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

  #familiesOf({ plural_ordinal, plural_said }: Flags): Set<string> {
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

/**
 * Values of keys that began or ceased to count, as they stand before the transaction writes any. They
 * are locked: an edit counts its value by the key as it is once it has the value's row.
 */
async function moveValueCounts(
  tx: Db,
  project: ContentProject,
  moved: ReadonlyMap<string, Move>,
  changes: ContentChanges,
): Promise<void> {
  const codes = new Map(project.locales.map(({ id, code }) => [id, code]));
  const localeIds = [...codes.keys()];
  const ids = [...moved.keys()];
  for (const [from, to] of rangesOf(ids.length)) {
    const rows = await shareValues(tx, project.id, localeIds, ids.slice(from, to));
    for (const row of rows) {
      const code = codes.get(row.locale_id)!;
      const { before, after, sourceVersion } = moved.get(row.key_id)!;
      if (isOfOtherSource(row.source_version, sourceVersion)) {
        changes.addOutdated(row.locale_id, Number(after !== null) - Number(before !== null));
      }
      if (before && needsKey(code, before))
        changes.addValue(row.locale_id, row.state, row.origin, -1);
      if (after && needsKey(code, after)) changes.addValue(row.locale_id, row.state, row.origin, 1);
    }
  }
}
