import { maskToCodes } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { type CheckSettings, readCheckInputs, readCheckSettings } from './check.store.ts';
import { CheckerSource } from './checker.ts';
import { localesOf, readPart } from './run-rechecks.ts';
import type { CheckCounts } from './summarize-checks.ts';

/** Differences between the stored findings and the current findings, without dismissed findings. */
export interface FindingChanges {
  /** Number of checked values. */
  readonly values: number;
  readonly added: CheckCounts;
  readonly removed: CheckCounts;
}

/**
 * Checks the next part of the values of a project, and compares the findings with the stored
 * findings. Stores nothing.
 * @param settings - Settings that replace the settings of the project
 * @param after - Id of the key before the part. Null for the first part
 * @returns the changes, and in `next` the id of the last key, or null if no part follows
 */
export async function compareFindings(
  db: Db,
  projectId: ProjectRef,
  settings: Partial<Pick<CheckSettings, 'runtimes'>>,
  after: string | null,
): Promise<FindingChanges & { next: string | null }> {
  const { checker, inputs, next } = await db
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const checkSettings = { ...(await readCheckSettings(tx, projectId)), ...settings };
      const wanted = { key_ids: null, after_key_id: after ?? NIL_ID };
      const { keyIds, isLast, places } = await readPart(tx, projectId, wanted, checkSettings);
      const checker = await new CheckerSource(projectId, checkSettings).open(tx, localesOf(places));
      const all = await readCheckInputs(tx, projectId, checkSettings.sourceLocaleId, places);
      const inputs = all.filter(({ isArchived }) => !isArchived);
      for (const input of inputs) await checker.prepare(input);
      return { checker, inputs, next: isLast ? null : keyIds.at(-1)! };
    });
  const masks = await checker.masksOf(inputs);
  const added: CheckCounts = {};
  const removed: CheckCounts = {};
  for (const [at, { storedChecks, ignoredChecks }] of inputs.entries()) {
    const [stored, ignored, now] = [BigInt(storedChecks), BigInt(ignoredChecks), masks[at]!];
    count(added, now & ~stored & ~ignored);
    count(removed, stored & ~now & ~ignored);
  }
  return { values: inputs.length, added, removed, next };
}

function count(counts: CheckCounts, mask: bigint): void {
  for (const code of maskToCodes(mask)) counts[code] = (counts[code] ?? 0) + 1;
}

/** Adds the counts of another part. */
export const sumChanges = (changes: FindingChanges, other: FindingChanges): FindingChanges => ({
  values: changes.values + other.values,
  added: sumCodes(changes.added, other.added),
  removed: sumCodes(changes.removed, other.removed),
});

function sumCodes(one: CheckCounts, other: CheckCounts): CheckCounts {
  const sum = { ...one };
  for (const [code, otherCount] of Object.entries(other) as [keyof CheckCounts, number][]) {
    sum[code] = (sum[code] ?? 0) + otherCount;
  }
  return sum;
}
