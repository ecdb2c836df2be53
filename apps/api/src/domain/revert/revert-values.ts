import type { Db } from '../../db/client.ts';
import { accountKeys } from '../key/account-keys.ts';
import { findForms, findKeysByIds, lockKeys, restoreSourceVersions } from '../key/key.store.ts';
import { forgetSourceHashes } from '../key/translation-key.store.ts';
import { needsKey } from '../value/needed-values.ts';
import { trackOutdated } from '../value/outdated-count.store.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import { clearValues } from '../value/value-writes.store.ts';
import {
  countValues,
  holdValues,
  readStandings,
  restoreMissing,
  restoreOver,
  type ValueStanding,
} from './restored-value.store.ts';
import { readTouchedKeys, readTouchedValues, type TouchedValue } from './reverted-change.store.ts';
import type { Reverting } from './reverting.ts';

/**
 * Gives values back what the change replaced, unless someone has changed them since.
 *
 * @returns the keys whose source text stays as it is
 */
export async function revertValues(tx: Db, run: Reverting): Promise<Set<string>> {
  const keptSources = new Set<string>();
  const { reverted, sourceLocaleId } = run;
  for await (const { localeId, values } of readTouchedValues(tx, reverted, sourceLocaleId)) {
    for (const keyId of await revertPart(tx, run, localeId, values)) {
      if (localeId === sourceLocaleId) keptSources.add(keyId);
    }
  }
  return keptSources;
}

/** @returns the keys whose value is a conflict */
async function revertPart(
  tx: Db,
  run: Reverting,
  localeId: number,
  values: readonly TouchedValue[],
): Promise<string[]> {
  const { project, by, changes, tally } = run;
  const place = { projectId: project.id, localeId };
  const ids = values.map((value) => value.key_id);
  await lockKeys(tx, project.id, ids, 'update');
  await holdValues(tx, place, ids);
  const standings = await readStandings(tx, place, values);
  const isUndone = (value: ValueStanding) => value.now === value.replaced;
  const isAsWritten = (value: ValueStanding) =>
    value.now === value.written && value.replaced !== null;
  const kept = standings.filter((value) => !isUndone(value) && !isAsWritten(value));
  for (const value of kept) {
    const replacedVersion = value.replaced === null ? null : value.replaced_version;
    tally.addConflict({ kind: 'value', keyId: value.key_id, localeId, replacedVersion });
  }
  const undoable = standings.filter((value) => !isUndone(value) && isAsWritten(value));
  tally.unchanged += standings.length - kept.length - undoable.length;
  if (undoable.length > 0) {
    await track(tx, run, localeId, undoable, async () => {
      const over = undoable.filter((value) => value.was_there && value.is_there);
      const missing = undoable.filter((value) => value.was_there && !value.is_there);
      const gone = undoable.filter((value) => !value.was_there && value.is_there);
      if (over.length > 0) await restoreOver(tx, place, over, by);
      if (missing.length > 0) await restoreMissing(tx, place, missing, by);
      if (gone.length > 0) {
        const names = gone.map(({ replaced }) => replaced);
        await clearValues(tx, project.id, localeId, keysOf(gone), by, names);
      }
      tally.values += over.length + missing.length + gone.length;
    });
    changes.written.add(localeId);
    if (localeId === run.sourceLocaleId) await followSource(tx, run, undoable);
  }
  return keysOf(kept);
}

const keysOf = (values: readonly ValueStanding[]): string[] => values.map((value) => value.key_id);

/** Adds what `write` changes in the counts. */
async function track(
  tx: Db,
  { project, changes }: Reverting,
  localeId: number,
  values: readonly ValueStanding[],
  write: () => Promise<void>,
): Promise<void> {
  const { code } = project.locales.find(({ id }) => id === localeId)!;
  const add = async (sign: 1 | -1): Promise<void> => {
    const place = { projectId: project.id, localeId };
    for (const row of await countValues(tx, place, keysOf(values))) {
      changes.addOutdated(localeId, sign * row.outdated);
      if (needsKey(code, row)) changes.addValue(localeId, row.state, row.origin, sign * row.count);
    }
  };
  await add(-1);
  await write();
  await add(1);
}

/** Keys that gained or lost their source text may begin or end plural families; checks of translations are void. */
async function followSource(
  tx: Db,
  { project, changes }: Reverting,
  values: readonly ValueStanding[],
): Promise<void> {
  const moved = keysOf(values.filter((value) => value.was_there !== value.is_there));
  const keys = await findKeysByIds(tx, project.id, moved);
  const keyChanges = keys
    .filter(({ archived }) => !archived)
    .map((key) => ({ key, wasLiving: true, isLiving: true, isNew: false }));
  if (keyChanges.length > 0) await accountKeys(tx, project, keyChanges, changes);
  await forgetSourceHashes(tx, project.id, keysOf(values));
  await resetChecks(tx, project.id, keysOf(values), { hasOtherSource: true });
}

/**
 * Translations of the texts that are the source again are no longer outdated, and those of the other ones are. Keys
 * whose source text stays, and forms that are made from one that stays, keep their source versions.
 */
export async function revertSourceVersions(
  tx: Db,
  run: Reverting,
  keptSources: ReadonlySet<string>,
): Promise<void> {
  const { project, reverted, by, changes } = run;
  const kept = new Set([...keptSources, ...(await findForms(tx, project.id, [...keptSources]))]);
  for await (const part of readTouchedKeys(tx, reverted, 'reworded')) {
    const keys = part
      .filter((key) => !kept.has(key.key_id))
      .map(({ key_id: keyId, before, after }) => ({ keyId, before, after }));
    if (keys.length === 0) continue;
    const ids = keys.map(({ keyId }) => keyId);
    await trackOutdated(tx, project.id, ids, changes, () =>
      restoreSourceVersions(tx, project.id, keys, by),
    );
  }
}
