import type { Actor, JobEvent, ProjectEvent } from '@parlance/contracts';
import { timeOf } from '../../../db/ids/uuid.ts';
import type { CommentEventRow } from '../comment/comment-event.store.ts';
import type { ProposalEventRow } from '../proposal/proposal-event.store.ts';
import type { ChangeEventRow, WorkRow } from './event.store.ts';

/** Returns an event in the format of server-sent events (HTML Standard, section 9.2.6). */
const frame = (event: ProjectEvent, id?: number): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n${id === undefined ? '' : `id: ${id}\n`}\n`;

/** Comment that is sent at intervals, because proxies may close a stream without data. */
export const HEARTBEAT: Buffer = Buffer.from(':\n\n');
/** Tells the client of a stopping process to reconnect after one second. */
export const COME_BACK: Buffer = Buffer.from('retry: 1000\n\n');

export const encodeReset = (number: number): Buffer =>
  Buffer.from(frame({ type: 'reset', number }, number));

const actorOf = (row: Pick<ChangeEventRow, 'actor_type' | 'actor_id' | 'actor_name'>): Actor => ({
  type: row.actor_type,
  id: row.actor_id,
  name: row.actor_name,
});

/**
 * Returns the events about a change. Only the last event has an id, so a client that misses it gets
 * all events of the change again.
 */
export function encodeChange(row: ChangeEventRow): string {
  const { number, created, archived, restored, edited } = row;
  const of = { number, changeId: row.id, by: actorOf(row), at: row.at.toISOString() };
  const events: ProjectEvent[] = [];
  if (created + archived + restored + edited > 0) {
    const counts = { created, archived, restored, edited };
    events.push({ type: 'keys', ...of, ...counts, keyIds: row.key_ids });
  }
  if (row.values_count > 0) {
    const { values_count: count, locales, value_key_ids: keyIds } = row;
    events.push({ type: 'values', ...of, locales, count, keyIds });
  }
  if (row.kind === 'import') {
    events.push({ type: 'import', ...of, values: row.values_count, keysCreated: created });
  }
  const change = frame({ type: 'change', ...of, kind: row.kind, parentId: row.parent_id }, number);
  return events.map((event) => frame(event)).join('') + change;
}

/** Returns the event about the current state of a proposal. */
export const encodeProposal = (row: ProposalEventRow): string =>
  frame({
    type: 'proposal',
    id: row.id,
    keyId: row.key_id,
    localeCode: row.locale,
    state: row.state,
    votes: row.votes_count,
    by: actorOf(row),
    at: row.at.toISOString(),
  });

/** Returns the event about the last change of a comment. */
export const encodeComment = (row: CommentEventRow): string =>
  frame({
    type: 'comment',
    id: row.id,
    threadId: row.thread_id,
    keyId: row.key_id,
    localeCode: row.locale,
    action: row.action,
    by: { type: 'user', id: row.actor_id, name: row.actor_name },
    at: timeOf(row.event_id).toISOString(),
  });

export const encodeInbox = (unread: number): Buffer =>
  Buffer.from(frame({ type: 'inbox', unread }));

/** Returns the event about the current state of a translation job, a bulk change or a release. */
export function encodeWork(row: WorkRow): string {
  const by = actorOf(row);
  if (row.type === 'release') {
    return frame({
      type: 'release',
      releaseId: row.id,
      environmentId: row.environment_id!,
      version: row.total,
      status: row.status as 'publishing' | 'published' | 'failed',
      by,
    });
  }
  const { total, done, failed } = row;
  return frame({
    type: 'job',
    jobId: row.id,
    kind: row.type,
    status: row.status as JobEvent['status'],
    progress: { total, done, failed },
    by,
  });
}
