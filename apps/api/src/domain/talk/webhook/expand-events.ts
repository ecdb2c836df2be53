import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { EventFacts, NumberedRange, ProjectRef } from '../../kernel/index.ts';
import { type ChangeEventRow, readNumberedChanges } from '../event/event.store.ts';
import type { DispatchedEvent } from './event-body.ts';
import { readTouchedKeys } from './touched-keys.store.ts';

const actorOf = (row: ChangeEventRow): EventFacts['actor'] => ({
  type: row.actor_type,
  id: row.actor_id,
  name: row.actor_name,
});

export interface ExpandedChanges {
  readonly events: DispatchedEvent[];
  /** True if some of the changes wrote values. */
  readonly writesValues: boolean;
}

/** Returns the events about keys and imports from changes in a range of numbers, in the order of these numbers. */
export async function expandChanges(
  tx: Db,
  projectId: ProjectRef,
  { first, last }: NumberedRange,
): Promise<ExpandedChanges> {
  const rows = await readNumberedChanges(tx, projectId, { after: first - 1, to: last });
  const touching = rows.filter(({ created, archived }) => created + archived > 0);
  const keyIds = await readTouchedKeys(
    tx,
    projectId,
    touching.map(({ id }) => id),
  );
  const events = rows.flatMap((row) => eventsOf(projectId, row, keyIds));
  return { events, writesValues: rows.some((row) => row.values_count > 0) };
}

function eventsOf(
  projectId: ProjectRef,
  row: ChangeEventRow,
  keyIds: ReadonlyMap<string, readonly string[]>,
): DispatchedEvent[] {
  const { id: changeId, number, created, archived, restored, edited } = row;
  const of = { actor: actorOf(row), number, changeId };
  const event = (event: DispatchedEvent['event'], facts: Partial<EventFacts>): DispatchedEvent => ({
    event,
    projectId,
    at: row.at,
    facts: { ...of, ...facts },
  });
  const keys = (action: 'created' | 'archived', count: number): DispatchedEvent[] => {
    const few = count <= LIMITS.webhookKeyIds ? (keyIds.get(`${changeId} ${action}`) ?? []) : null;
    return count === 0 ? [] : [event(`key.${action}`, { counts: { keys: count }, keyIds: few })];
  };
  const counts = { created, archived, restored, edited, values: row.values_count };
  const isImport = row.kind === 'import' && row.parent_id === null;
  return [
    ...keys('created', created),
    ...keys('archived', archived),
    ...(isImport
      ? [event('import.completed', { importId: changeId, counts, locales: row.locales })]
      : []),
  ];
}

/** Returns one event about all values that the changes in a range of numbers wrote. */
export async function expandValues(
  tx: Db,
  projectId: ProjectRef,
  { first, last }: NumberedRange,
): Promise<DispatchedEvent | null> {
  const all = await readNumberedChanges(tx, projectId, { after: first - 1, to: last });
  const rows = all.filter((row) => row.values_count > 0);
  const newest = rows.at(-1);
  if (!newest) return null;
  const values = rows.reduce((sum, row) => sum + row.values_count, 0);
  const keyIds = new Set(rows.flatMap((row) => row.value_key_ids ?? []));
  const isWhole =
    rows.every((row) => row.value_key_ids !== null) && keyIds.size <= LIMITS.webhookKeyIds;
  return {
    event: 'values.changed',
    projectId,
    at: newest.at,
    facts: {
      actor: actorOf(newest),
      number: newest.number,
      changeId: newest.id,
      counts: { values, changes: rows.length },
      locales: [...new Set(rows.flatMap((row) => row.locales))].sort(),
      keyIds: isWhole ? [...keyIds] : null,
    },
  };
}
