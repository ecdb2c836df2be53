import type { ProjectSettings } from '@parlance/contracts';
import { familyCandidates, findPluralFamilies } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import { rangesOf } from '../batches.ts';
import { type CountChanges, type CountedKey, needsKey } from '../value/value-count.store.ts';
import { findKeysByNames, type KeyRef, setFamilies } from './key.store.ts';

export interface ContentProject {
  id: string;
  organizationId: string;
  sourceLocale: string;
  settings: ProjectSettings;
  locales: readonly { id: number; code: string }[];
}

export interface KeyChange {
  key: KeyRef;
  /** Whether it was living, and bore this name, before the transaction's change. */
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
  /** Null where the key did not count before; likewise after. */
  before: Flags | null;
  after: Flags | null;
}

/**
 * After keys were made, archived, restored or renamed (a rename is an end of the old name and a
 * beginning of the new): finds out which plural families there are now, marks their members, and
 * puts what that changes into `changes`. Costs as much as the change, not as the project.
 */
export async function accountKeys(
  tx: Db,
  project: ContentProject,
  keyChanges: readonly KeyChange[],
  changes: CountChanges,
): Promise<void> {
  const affected = await withSiblings(tx, project, keyChanges);
  const living = affected.filter((change) => change.isLiving);
  const families = findPluralFamilies(
    living.map(({ key }) => key.name),
    { format: project.settings.messageFormat, sourceLocale: project.sourceLocale },
  );
  const before = new KeyTally();
  const after = new KeyTally();
  const remarked: (Flags & { id: string })[] = [];
  const moved = new Map<string, Move>();
  for (const { key, wasLiving, isLiving, isNew } of affected) {
    const member = isLiving ? families.get(key.name) : undefined;
    const flags: Flags = {
      plural_family: member?.family ?? null,
      plural_style: member?.style ?? null,
      plural_category: member?.category ?? null,
      plural_ordinal: member?.ordinal ?? false,
    };
    const old: Flags = { ...key };
    if (wasLiving) before.add(old);
    if (isLiving) after.add(flags);
    const isRemarked = isLiving && !sameFlags(old, flags);
    if (isRemarked) remarked.push({ id: key.id, ...flags });
    if (!isNew && (isRemarked || wasLiving !== isLiving)) {
      // A renamed key comes twice: once for the name that ended, once for the one that began.
      const other = moved.get(key.id);
      moved.set(key.id, {
        before: wasLiving ? old : (other?.before ?? null),
        after: isLiving ? flags : (other?.after ?? null),
      });
    }
    if (isLiving) Object.assign(key, flags);
  }
  for (const [from, to] of rangesOf(remarked.length)) {
    await setFamilies(tx, project.id, remarked.slice(from, to));
  }
  before.apply(changes, -1);
  after.apply(changes, 1);
  await moveValueCounts(tx, project, moved, changes);
}

/** The changed keys and the living ones whose families they may touch. */
async function withSiblings(
  tx: Db,
  project: ContentProject,
  keyChanges: readonly KeyChange[],
): Promise<KeyChange[]> {
  const known = new Set(keyChanges.map(({ key }) => key.name));
  const wanted = new Set<string>();
  for (const { key } of keyChanges) {
    for (const name of familyCandidates(key.name, project.settings.messageFormat)) {
      if (!known.has(name)) wanted.add(name);
    }
  }
  const siblings: KeyChange[] = [];
  const names = [...wanted];
  for (const [from, to] of rangesOf(names.length)) {
    for (const key of await findKeysByNames(tx, project.id, names.slice(from, to))) {
      if (!key.archived) siblings.push({ key, wasLiving: true, isLiving: true, isNew: false });
    }
  }
  return siblings.length === 0 ? [...keyChanges] : [...keyChanges, ...siblings];
}

const sameFlags = (a: Flags, b: Flags): boolean =>
  a.plural_family === b.plural_family &&
  a.plural_style === b.plural_style &&
  a.plural_category === b.plural_category &&
  a.plural_ordinal === b.plural_ordinal;

class KeyTally {
  plain = 0;
  readonly cardinal = new Set<string>();
  readonly ordinal = new Set<string>();

  add(flags: Flags): void {
    if (flags.plural_family === null) this.plain++;
    else
      (flags.plural_ordinal ? this.ordinal : this.cardinal).add(
        `${flags.plural_style}${flags.plural_family}`,
      );
  }

  apply(changes: CountChanges, sign: 1 | -1): void {
    changes.keys.plain += sign * this.plain;
    changes.keys.cardinal += sign * this.cardinal.size;
    changes.keys.ordinal += sign * this.ordinal.size;
  }
}

/** Values of keys that began or ceased to count, as they stand before the transaction writes any. */
async function moveValueCounts(
  tx: Db,
  project: ContentProject,
  moved: ReadonlyMap<string, Move>,
  changes: CountChanges,
): Promise<void> {
  const codes = new Map(project.locales.map(({ id, code }) => [id, code]));
  const ids = [...moved.keys()];
  for (const [from, to] of rangesOf(ids.length)) {
    const { rows } = await sql<{
      key_id: string;
      locale_id: number;
      state: ValueState;
      origin: ValueOrigin;
    }>`
      select v.key_id, v.locale_id, v.state, v.origin
      from unnest(${project.locales.map(({ id }) => id)}::smallint[]) l(id)
      cross join unnest(${ids.slice(from, to)}::uuid[]) u(id)
      join translation_value v
        on v.project_id = ${project.id}::uuid and v.locale_id = l.id and v.key_id = u.id`.execute(
      tx,
    );
    for (const row of rows) {
      const code = codes.get(row.locale_id)!;
      const { before, after } = moved.get(row.key_id)!;
      if (before && needsKey(code, before))
        changes.addValue(row.locale_id, row.state, row.origin, -1);
      if (after && needsKey(code, after)) changes.addValue(row.locale_id, row.state, row.origin, 1);
    }
  }
}
