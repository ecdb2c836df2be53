import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../../db/client.ts';
import { backoffMs } from '../../../lib/retry.ts';
import { lockRechecks, type ProjectRef } from '../../kernel/index.ts';
import { listKeys } from '../key/key.store.ts';
import {
  advanceRecheck,
  askRechecks,
  findFirstRecheck,
  type RecheckRow,
} from '../recheck/recheck.store.ts';
import { markFindings } from '../value/revision.store.ts';
import {
  type CheckedValue,
  type CheckSettings,
  listPlaces,
  readCheckInputs,
  type SizedPlace,
  selectWithForms,
  type ValuePlace,
  type WrittenChecks,
  writeChecks,
} from './check.store.ts';
import { type Checker, CheckerSource } from './checker.ts';

/**
 * Limits on the number of values in a batch and on the size of their texts. A small batch holds its
 * locks briefly.
 */
export const VALUES_AT_ONCE = 1_000;
const BYTES_AT_ONCE = 1024 * 1024;
const HELD_WAIT = { firstMs: 20, maxMs: 1_000 };

/**
 * Checks the values of a project that are due for a recheck, in short transactions. Ends when
 * `signal` aborts or `maxMs` milliseconds have passed.
 * @returns true if all values are checked
 */
export async function runRechecks(
  db: Db,
  projectId: ProjectRef,
  {
    signal,
    maxMs = Number.POSITIVE_INFINITY,
    waitsForHeld = true,
  }: {
    signal?: AbortSignal;
    maxMs?: number;
    /** True to wait until locked values are free. False to leave locked values to the next call. */
    waitsForHeld?: boolean;
  } = {},
): Promise<boolean> {
  const startedAt = performance.now();
  const source = new CheckerSource(projectId);
  for (let heldTimes = 0; ; ) {
    const outcome = await db.transaction().execute(async (tx) => {
      // Only one process at a time computes findings of a project. A slower process could otherwise
      // overwrite newer findings.
      await lockRechecks(tx, projectId);
      const recheck = await findFirstRecheck(tx, projectId);
      return recheck ? runPart(tx, projectId, source, recheck) : 'ended';
    });
    if (outcome === 'ended') return true;
    if (outcome === 'held') {
      if (!waitsForHeld) return false;
      heldTimes++;
      await delay(backoffMs(heldTimes, HELD_WAIT), undefined, { signal }).catch(() => {});
    } else {
      heldTimes = 0;
    }
    if (signal?.aborted || performance.now() - startedAt >= maxMs) return false;
  }
}

/** Computes the findings of the next batch. Skips values that other transactions have locked. */
async function runPart(
  tx: Db,
  projectId: ProjectRef,
  source: CheckerSource,
  recheck: RecheckRow,
): Promise<'done' | 'held'> {
  const { settings } = await source.open(tx, []);
  const { keyIds, isLast, places } = await readPart(tx, projectId, recheck, settings);
  let written: WrittenChecks = { changed: 0, heldKeyIds: [] };
  if (places.length > 0) {
    const checker = await source.reopen(tx, localesOf(places));
    const checked = await checkPlaces(tx, projectId, checker, places);
    written = await writeChecks(tx, projectId, checked);
  }
  const { changed, heldKeyIds } = written;
  const isHeld = heldKeyIds.length > 0;
  await askRechecks(projectId, [{ reason: recheck.reason, keyIds: heldKeyIds }])?.execute(tx);
  await advanceRecheck(tx, projectId, recheck.id, isLast ? null : keyIds.at(-1)!);
  if (changed > 0 || (isLast && !isHeld)) await markFindings(tx, projectId);
  return isHeld ? 'held' : 'done';
}

/** Values of some keys, all of which fit into one batch. */
interface Part {
  keyIds: string[];
  isLast: boolean;
  places: SizedPlace[];
}

/** Reads which values the next batch contains. */
export async function readPart(
  tx: Db,
  projectId: ProjectRef,
  wanted: Pick<RecheckRow, 'key_ids' | 'after_key_id'>,
  { locales }: Pick<CheckSettings, 'locales'>,
): Promise<Part> {
  const most = Math.max(1, Math.floor(VALUES_AT_ONCE / locales.length));
  const { keyIds, isLast } = await nextKeys(tx, projectId, wanted, most);
  const places = await placesOf(tx, projectId, wanted, keyIds);
  const sizeBytes = places.reduce((sum, place) => sum + place.sizeBytes, 0);
  if (sizeBytes <= BYTES_AT_ONCE || keyIds.length <= 1) return { keyIds, isLast, places };
  const fitting = Math.max(1, Math.floor((keyIds.length * BYTES_AT_ONCE) / sizeBytes));
  const first = keyIds.slice(0, fitting);
  return { keyIds: first, isLast: false, places: await placesOf(tx, projectId, wanted, first) };
}

async function nextKeys(
  tx: Db,
  projectId: ProjectRef,
  { key_ids: wanted, after_key_id: after }: Pick<RecheckRow, 'key_ids' | 'after_key_id'>,
  most: number,
): Promise<{ keyIds: string[]; isLast: boolean }> {
  const left =
    wanted?.filter((id) => id > after) ??
    (await listKeys(tx, projectId, { after, limit: most + 1 })).map(({ id }) => id);
  return { keyIds: left.slice(0, most), isLast: left.length <= most };
}

const placesOf = async (
  tx: Db,
  projectId: ProjectRef,
  { key_ids: wanted }: Pick<RecheckRow, 'key_ids'>,
  keyIds: readonly string[],
): Promise<SizedPlace[]> => {
  if (wanted === null) return listPlaces(tx, projectId, keyIds);
  const { rows } = await selectWithForms(projectId, keyIds).execute(tx);
  return listPlaces(
    tx,
    projectId,
    rows.map(({ id }) => id),
  );
};

export const localesOf = (places: readonly ValuePlace[]): number[] =>
  places.map(({ localeId }) => localeId);

export async function checkPlaces(
  tx: Db,
  projectId: ProjectRef,
  checker: Checker,
  places: readonly ValuePlace[],
): Promise<CheckedValue[]> {
  const inputs = await readCheckInputs(tx, projectId, checker.settings.sourceLocaleId, places);
  const masks = await checker.masksOf(inputs);
  return inputs.map(({ localeId, keyId, version, sourceVersion }, index) => ({
    localeId,
    keyId,
    version,
    sourceVersion,
    mask: masks[index]!,
  }));
}
