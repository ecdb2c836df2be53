import type { Db } from '../../db/client.ts';
import { forgetOldPlans } from '../../db/plan.ts';
import { NIL_ID } from '../../db/uuid.ts';
import { createPace } from '../../lib/pace.ts';
import { markFindings } from '../content/rechecks.ts';
import type { ProjectRef } from '../tenant.ts';
import {
  type CheckInput,
  readCheckInputs,
  takeUnchecked,
  type UncheckedValue,
  type ValuePlace,
  writeChecks,
} from './check.store.ts';
import { CheckerSource, maskOf } from './checker.ts';

/** Few and short enough to hold their locks for a moment only, and little memory. */
const VALUES_AT_ONCE = 1000;
const BYTES_AT_ONCE = 1024 * 1024;

export interface CheckScope {
  projectId: ProjectRef;
  /** Of one locale only. */
  localeId?: number;
}

/**
 * Checks the values that are not checked yet, in short transactions, until there are none, the signal
 * aborts or the time is up. Values that others hold at the moment are passed over.
 *
 * @returns whether it came to the end.
 */
export async function checkUnchecked(
  db: Db,
  { projectId, localeId }: CheckScope,
  until: { signal?: AbortSignal; maxMs?: number } = {},
): Promise<boolean> {
  const { signal, maxMs = Number.POSITIVE_INFINITY } = until;
  const startedAt = performance.now();
  const source = new CheckerSource(projectId);
  const lastLocaleId = localeId ?? MAX_LOCALE_ID;
  let after: ValuePlace = { localeId: localeId ?? 0, keyId: NIL_ID };
  for (;;) {
    const taken = await db.transaction().execute(async (tx) => {
      await forgetOldPlans(tx);
      const range = { after, lastLocaleId, limit: VALUES_AT_ONCE };
      const places = firstOf(await takeUnchecked(tx, projectId, range));
      if (places.length > 0) {
        await checkHeld(tx, projectId, source, places);
        await markFindings(tx, projectId);
      }
      return places;
    });
    const last = taken.at(-1);
    if (last === undefined) return true;
    after = last;
    if (signal?.aborted || performance.now() - startedAt >= maxMs) return false;
  }
}

/** As many as are to be checked at once; of what is very long, one. */
function firstOf(values: readonly UncheckedValue[]): UncheckedValue[] {
  let sizeBytes = 0;
  const end = values.findIndex((value) => {
    sizeBytes += value.sizeBytes;
    return sizeBytes > BYTES_AT_ONCE;
  });
  return values.slice(0, end === -1 ? values.length : Math.max(1, end));
}

/** PostgreSQL's smallint. */
const MAX_LOCALE_ID = 32_767;

/**
 * Checks values whose rows the transaction holds: only then is the source text read, so that a writer
 * who changes it afterwards finds these rows held, waits, and deletes the findings.
 */
async function checkHeld(
  tx: Db,
  projectId: ProjectRef,
  source: CheckerSource,
  places: readonly ValuePlace[],
): Promise<void> {
  const checker = await source.open(
    tx,
    places.map(({ localeId }) => localeId),
  );
  const open = places.filter(({ localeId }) => checker.mayFind(localeId));
  const inputs = await readCheckInputs(tx, projectId, checker.settings.sourceLocaleId, open);
  const checked: (ValuePlace & { mask: number })[] = places
    .filter(({ localeId }) => !checker.mayFind(localeId))
    .map(({ localeId, keyId }) => ({ localeId, keyId, mask: 0 }));
  const pace = createPace(null);
  for (const value of inputs) {
    const { localeId, keyId } = value;
    checked.push({ localeId, keyId, mask: await maskOf(checker, value) });
    await pace();
  }
  await writeChecks(tx, projectId, checked);
}

/**
 * Checks the text that a value which the transaction holds is about to get.
 *
 * @returns the findings, as bits
 */
export async function checkText(
  tx: Db,
  projectId: ProjectRef,
  place: ValuePlace,
  written: Pick<CheckInput, 'text' | 'isOutdated' | 'unknownWords'>,
): Promise<number> {
  const checker = await new CheckerSource(projectId).open(tx, [place.localeId]);
  if (!checker.mayFind(place.localeId)) return 0;
  const { sourceLocaleId } = checker.settings;
  const [value] = await readCheckInputs(tx, projectId, sourceLocaleId, [place]);
  return maskOf(checker, { ...value!, ...written });
}

/** Checks one value that the transaction has just written. */
export async function checkWritten(
  tx: Db,
  projectId: ProjectRef,
  place: ValuePlace,
): Promise<void> {
  await checkHeld(tx, projectId, new CheckerSource(projectId), [place]);
}
