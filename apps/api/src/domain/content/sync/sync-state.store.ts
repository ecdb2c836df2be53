import { LIMITS } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUp } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { readKeptFrom } from './kept-from.store.ts';
import { decodeSyncToken, failUnknown, type SyncState } from './sync-token.ts';

/**
 * Returns the state that the transaction sees. Returns null if too many changes have no number yet.
 */
export async function readSyncState(tx: Db, projectId: ProjectRef): Promise<SyncState | null> {
  const last = await tx
    .selectFrom('change_sequence')
    .where('project_id', '=', projectId)
    .select(['last_number', 'last_change_id'])
    .executeTakeFirst();
  const unnumbered = await tx
    .selectFrom('change')
    .where('project_id', '=', projectId)
    .where('number', 'is', null)
    .select('id')
    .orderBy('id')
    .limit(LIMITS.syncTokenChanges + 1)
    .execute();
  if (unnumbered.length > LIMITS.syncTokenChanges) return null;
  const seen = unnumbered.map(({ id }) => id);
  return { number: last?.last_number ?? 0, changeId: last?.last_change_id ?? null, seen };
}

/**
 * Parses a sync token.
 * @throws `validation_failed`; `unknown_sync_token` if the project lacks changes of the token, for
 * example after a backup was restored, or if later changes were deleted because of their age
 */
export async function requireSyncState(
  db: Db,
  projectId: ProjectRef,
  token: string,
  path: string,
): Promise<SyncState> {
  const state = decodeSyncToken(projectId, token, path);
  const { number, changeId, seen } = state;
  if (number < (await readKeptFrom(db, projectId))) failUnknown();
  const named = [...new Set(changeId === null ? seen : [changeId, ...seen])];
  const numbers = await numbersOf(db, projectId, named);
  if (numbers.size < named.length) failUnknown();
  if (changeId !== null && numbers.get(changeId) !== number) failUnknown();
  return state;
}

/**
 * Adds a change to the changes that a client has seen. Returns null if the state would contain too
 * many ids.
 */
export async function extendSyncState(
  db: Db,
  projectId: ProjectRef,
  state: SyncState,
  changeId: string,
): Promise<SyncState | null> {
  const numbers = await numbersOf(db, projectId, [...state.seen, changeId]);
  const byNumber = new Map([...numbers].map(([id, number]) => [number, id]));
  let { number, changeId: last } = state;
  for (;;) {
    const next = byNumber.get(number + 1);
    if (next === undefined) break;
    number++;
    last = next;
  }
  const seen = [...numbers]
    .filter(([, changeNumber]) => changeNumber === null || changeNumber > number)
    .map(([id]) => id);
  return seen.length > LIMITS.syncTokenChanges ? null : { number, changeId: last, seen };
}

/**
 * SQL condition that a state includes a change. `changeId` is the SQL for the id of the change. A
 * change that was deleted because of its age is older than all states.
 */
export const isSeen = (
  projectId: ProjectRef,
  { number, seen }: SyncState,
  changeId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(
  ${changeId} = any(${seen}::uuid[]) or not exists (
    select from change unseen
    where unseen.project_id = ${projectId}::uuid and unseen.id = ${changeId}
      and (unseen.number > ${number}::bigint or unseen.number is null)))`;

/** Returns the numbers of changes by id. Omits changes that the project does not have. */
async function numbersOf(
  db: Db,
  projectId: ProjectRef,
  ids: readonly string[],
): Promise<Map<string, number | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; number: number | null }>`
    select c.id, c.number
    from unnest(${[...new Set(ids)]}::uuid[]) u(id)
    cross join ${lookUp('change', { project_id: projectId, id: sql`u.id` })} c`.execute(db);
  return new Map(rows.map(({ id, number }) => [id, number]));
}
