import {
  type DeclaredPlural,
  dependsOnSource,
  familyCandidates,
  familyJoint,
  findPluralFamilies,
  mayBeDeclared,
  type PluralFamilyMember,
  widerPlural,
} from '@parlance/messages';
import { rangesOf } from '../../kernel/index.ts';
import { findKeysByNames } from '../key/key.store.ts';
import type { KeyRef } from '../key/key-ref.ts';
import type { CountedKey } from '../value/needed-values.ts';
import { KEYS } from '../value/revision.store.ts';
import { findKeysWithValue } from '../value/value.store.ts';
import type { ContentChanges } from './changes.ts';
import { setFamilies } from './keys.store.ts';
import { shareValues } from './values.store.ts';
import type { ContentProject, Writing } from './writing.ts';

export interface KeyChange {
  key: KeyRef;
  /** True if the key was active with this name before the transaction. */
  wasActive: boolean;
  isActive: boolean;
  /** True if this transaction created the key. The key then has no values yet. */
  isNew: boolean;
}

interface FamilyFlags extends CountedKey {
  plural_family: string | null;
  plural_style: string | null;
}

interface Move {
  sourceVersion: number;
  before: FamilyFlags | null;
  after: FamilyFlags | null;
}

export interface AccountOptions {
  declared?: ReadonlyMap<string, DeclaredPlural>;
  /**
   * New values of `translatable`, by key id. The value for a key also applies to the other forms of
   * its plural family.
   */
  translatable?: ReadonlyMap<string, boolean>;
}

const NOTHING_DECLARED: ReadonlyMap<string, DeclaredPlural> = new Map();
const NO_EDIT: ReadonlyMap<string, boolean> = new Map();

/**
 * Updates the plural families of changed keys, and adds the differences in the counts to `changes`.
 * A renamed key is passed twice, with its old and its new name.
 */
export async function accountKeys(
  writing: Writing,
  keyChanges: readonly KeyChange[],
  options: AccountOptions = {},
): Promise<void> {
  if (keyChanges.length === 0) return;
  writing.changes.written.add(KEYS);
  await accountFamilies(writing, await withSiblings(writing, keyChanges), options);
}

export async function accountFamilies(
  writing: Writing,
  affected: readonly KeyChange[],
  { declared = NOTHING_DECLARED, translatable = NO_EDIT }: AccountOptions = {},
): Promise<void> {
  const { tx, project, changes } = writing;
  const active = affected.filter((change) => change.isActive).map(({ key }) => key);
  const options = familyOptionsOf(project);
  const dependent = active.filter(({ name }) => dependsOnSource(name, options));
  const outOfSource = await namesOutOfSource(writing, dependent);
  const declaredNames = new Map(
    active.map(({ id, name, plural_said }) => [
      name,
      widerPlural(plural_said, declared.get(id) ?? null),
    ]),
  );
  const families = findPluralFamilies(declaredNames.keys(), {
    ...options,
    isInSource: (name) => !outOfSource.has(name),
    declaredOf: (name) => declaredNames.get(name) ?? null,
  });
  const isTranslatable = translatableOf(active, families, translatable);
  const before = new KeyTally();
  const after = new KeyTally();
  const remarked: (FamilyFlags & { id: string })[] = [];
  const recheckedIds: string[] = [];
  const moved = new Map<string, Move>();
  for (const { key, wasActive, isActive, isNew } of affected) {
    const member = isActive ? families.get(key.name) : undefined;
    const flags: FamilyFlags = {
      plural_family: member?.family ?? null,
      plural_style: member?.style ?? null,
      plural_category: member?.category ?? null,
      plural_ordinal: member?.ordinal ?? false,
      plural_everywhere: member?.everywhere ?? false,
      translatable: isActive ? isTranslatable(key) : key.translatable,
      plural_said:
        member?.declared ??
        (mayBeDeclared(key.name) ? (declaredNames.get(key.name) ?? null) : null),
    };
    const old: FamilyFlags = { ...key };
    if (wasActive) before.add(old);
    if (isActive) after.add(flags);
    const isRemarked = isActive && !sameFlags(old, flags);
    if (isRemarked) remarked.push({ id: key.id, ...flags });
    if (isRemarked && !isNew) recheckedIds.push(key.id);
    if (!isNew && (isRemarked || wasActive !== isActive)) {
      const other = moved.get(key.id);
      moved.set(key.id, {
        sourceVersion: key.source_version,
        before: wasActive ? old : (other?.before ?? null),
        after: isActive ? flags : (other?.after ?? null),
      });
    }
    if (isActive) Object.assign(key, flags);
  }
  if (remarked.length > 0) changes.written.add(KEYS);
  for (const [from, to] of rangesOf(remarked.length)) {
    await setFamilies(tx, project.id, remarked.slice(from, to));
  }
  changes.recheck('key', recheckedIds);
  before.apply(changes, -1);
  after.apply(changes, 1);
  await moveValueCounts(writing, moved);
}

export const unchanged = (key: KeyRef): KeyChange => ({
  key,
  wasActive: true,
  isActive: true,
  isNew: false,
});

export const familyOptionsOf = ({ settings, source_locale: sourceLocale }: ContentProject) => ({
  format: settings.messageFormat,
  sourceLocale,
});

async function namesOutOfSource(
  { tx, project }: Writing,
  keys: readonly KeyRef[],
): Promise<Set<string>> {
  const out = new Map(keys.map(({ id, name }) => [id, name]));
  const ids = [...out.keys()];
  for (const [from, to] of rangesOf(ids.length)) {
    const batch = ids.slice(from, to);
    const found = await findKeysWithValue(tx, project.id, project.source_locale_id, batch);
    for (const id of found) out.delete(id);
  }
  return new Set(out.values());
}

/** Returns the changed keys, and other active keys that may belong to the same plural families. */
async function withSiblings(
  { tx, project, lockedKeys }: Writing,
  keyChanges: readonly KeyChange[],
): Promise<KeyChange[]> {
  const changedNames = new Set(keyChanges.map(({ key }) => key.name));
  const wanted = new Set<string>();
  for (const { key } of keyChanges) {
    for (const name of familyCandidates(key.name, project.settings.messageFormat)) {
      if (!changedNames.has(name)) wanted.add(name);
    }
  }
  if (wanted.size === 0) return [...keyChanges];
  const siblings: KeyChange[] = [];
  for (const key of lockedKeys) {
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

const sameFlags = (a: FamilyFlags, b: FamilyFlags): boolean =>
  a.plural_family === b.plural_family &&
  a.plural_style === b.plural_style &&
  a.plural_category === b.plural_category &&
  a.plural_ordinal === b.plural_ordinal &&
  a.plural_everywhere === b.plural_everywhere &&
  a.plural_said === b.plural_said &&
  a.translatable === b.translatable;

/**
 * Returns a function that returns true for a translatable key. If a form of a plural family was
 * edited, the edit applies to the whole family. Otherwise, the value of the form `other` applies.
 */
function translatableOf(
  active: readonly KeyRef[],
  families: ReadonlyMap<string, PluralFamilyMember>,
  edited: ReadonlyMap<string, boolean>,
): (key: KeyRef) => boolean {
  const decided = new Map<string, boolean>();
  for (const { id, name, translatable } of active) {
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

/**
 * Updates the counts of values for keys whose fields have changed. Must run before the transaction
 * writes values.
 */
async function moveValueCounts(
  { tx, project, changes }: Writing,
  moved: ReadonlyMap<string, Move>,
): Promise<void> {
  const ids = [...moved.keys()];
  for (const [from, to] of rangesOf(ids.length)) {
    for (const value of await shareValues(tx, project.id, ids.slice(from, to))) {
      const { before, after, sourceVersion } = moved.get(value.key_id)!;
      const version = { source_version: sourceVersion };
      if (before) changes.count(value.locale, { ...before, ...version }, value, -1);
      if (after) changes.count(value.locale, { ...after, ...version }, value, 1);
    }
  }
}

class KeyTally {
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
