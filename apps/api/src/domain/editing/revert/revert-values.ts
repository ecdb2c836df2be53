import {
  findForms,
  lockKeys,
  type Restoration,
  restoreTexts,
  restoreVersions,
} from '../../content/index.ts';
import { readTouchedKeys, readTouchedValues, type TouchedValue } from './reverted-change.store.ts';
import type { Reverting } from './reverting.ts';
import { lockStandings, type ValueStanding } from './value-standing.store.ts';

/**
 * Restores values that the reverted change replaced, unless the values were changed after it.
 * @returns the ids of the keys whose source text is not restored
 */
export async function revertValues(run: Reverting): Promise<Set<string>> {
  const keptSources = new Set<string>();
  const { writing, reverted } = run;
  const sourceLocaleId = writing.project.source_locale_id;
  const touched = readTouchedValues(writing.tx, reverted, sourceLocaleId);
  for await (const { localeId, values } of touched) {
    for (const keyId of await revertPart(run, localeId, values)) {
      if (localeId === sourceLocaleId) keptSources.add(keyId);
    }
  }
  writing.lockedKeys = [];
  return keptSources;
}

/** @returns the ids of the keys whose value is a conflict */
async function revertPart(
  { writing, locales, tally, requireReview }: Reverting,
  localeId: number,
  values: readonly TouchedValue[],
): Promise<string[]> {
  const { tx, project } = writing;
  const ids = values.map((value) => value.key_id);
  const held = await lockKeys(tx, project.id, ids, 'update');
  writing.lockedKeys = held;
  const keys = new Map(held.map((key) => [key.id, key]));
  const restorations: Restoration[] = [];
  const kept: string[] = [];
  for (const value of await lockStandings(tx, { projectId: project.id, localeId }, values)) {
    if (value.now === value.replaced) tally.unchanged++;
    else if (isAsWritten(value)) restorations.push({ ...value, key: keys.get(value.key_id)! });
    else {
      const replacedVersion = value.replaced === null ? null : value.replaced_version;
      tally.addConflict({ kind: 'value', keyId: value.key_id, localeId, replacedVersion });
      kept.push(value.key_id);
    }
  }
  await restoreTexts(writing, locales.find(({ id }) => id === localeId)!, restorations);
  const reviewed = restorations.filter(({ earlier }) => earlier?.state === 'reviewed');
  if (reviewed.length > 0) {
    await requireReview({ localeId, keyIds: reviewed.map(({ key }) => key.id) });
  }
  tally.values += restorations.length;
  if (restorations.length > 0) tally.localeIds.add(localeId);
  return kept;
}

const isAsWritten = ({ now, written, replaced }: ValueStanding): boolean =>
  now === written && replaced !== null;

/**
 * Restores the source versions of keys whose source text was restored. Their earlier translations
 * are then up to date again.
 */
export async function revertSourceVersions(
  { writing, reverted }: Reverting,
  keptSources: ReadonlySet<string>,
): Promise<void> {
  const { tx, project } = writing;
  const kept = new Set([...keptSources, ...(await findForms(tx, project.id, [...keptSources]))]);
  for await (const part of readTouchedKeys(tx, reverted, 'reworded')) {
    const keys = part
      .filter((key) => !kept.has(key.key_id))
      .map(({ key_id: keyId, before, after }) => ({ keyId, before, after }));
    await restoreVersions(writing, keys);
  }
}
