import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { CommentEventRow } from '../comment/comment-event.store.ts';
import type { ProposalEventRow } from '../proposal/proposal-event.store.ts';
import {
  encodeChange,
  encodeComment,
  encodeProposal,
  encodeReset,
  encodeWork,
} from './encode-events.ts';
import {
  type ChangeEventRow,
  readNumberedChanges,
  type WatchedProject,
  type WorkRow,
} from './event.store.ts';
import type { EventReader } from './event-reader.ts';

/** Maximum number of bytes that are sent before a pause, in which the process does other work. */
const PIECE_BYTES = 64 * 1024;
const PIECE_MS = 5;
const RUNNING: ReadonlySet<string> = new Set(['queued', 'running', 'publishing']);

export interface Channel {
  readonly project: WatchedProject;
  /** Number of the last change that was sent, by reader. */
  readonly positions: Map<EventReader, number>;
  readonly joining: Set<EventReader>;
  /** States of background work, proposals and comments at the last read, by id. Null before the first read. */
  works: ReadonlyMap<string, WorkEvent> | null;
  join(reader: EventReader): void;
  leave(reader: EventReader): void;
  isEmpty(): boolean;
  runningIds(): string[];
}

interface WorkEvent {
  readonly text: string;
  readonly isRunning: boolean;
  /**
   * True for a translation job. Only readers with the scope for translation jobs get its events.
   */
  readonly isTranslation: boolean;
}

export function createChannel(project: WatchedProject): Channel {
  const positions = new Map<EventReader, number>();
  const joining = new Set<EventReader>();
  const channel: Channel = {
    project,
    positions,
    joining,
    works: null,
    join: (reader) => joining.add(reader),
    leave(reader) {
      joining.delete(reader);
      positions.delete(reader);
    },
    isEmpty: () => joining.size + positions.size === 0,
    runningIds: () =>
      [...(channel.works ?? [])].flatMap(([id, { isRunning }]) => (isRunning ? [id] : [])),
  };
  return channel;
}

export interface ProjectState {
  readonly last: number;
  readonly works: readonly WorkRow[];
  /** Proposals that have changed recently. */
  readonly proposals: readonly ProposalEventRow[];
  /** Comments that have changed recently. */
  readonly comments: readonly CommentEventRow[];
}

export async function serveChannel(
  db: Db,
  channel: Channel,
  { last, ...state }: ProjectState,
): Promise<void> {
  const joined = [...channel.joining];
  for (const reader of joined) {
    channel.joining.delete(reader);
    channel.positions.set(reader, reader.after ?? -1);
  }
  await sendChanges(db, channel, last);
  sendStates(channel, state, new Set(joined));
}

async function sendChanges(db: Db, { project, positions }: Channel, last: number): Promise<void> {
  const reset = (isLost: (position: number) => boolean): void => {
    const bytes = encodeReset(last);
    for (const [reader, position] of positions) {
      if (!isLost(position)) continue;
      positions.set(reader, last);
      reader.send(bytes);
    }
  };
  // After a restored backup, the project may have fewer changes than the reader has received.
  reset((position) => position < 0 || position > last || last - position > LIMITS.eventBacklog);
  const first = Math.min(last, ...new Set(positions.values()));
  if (first === last) return;
  const rows = await readNumberedChanges(db, project.projectId, { after: first, to: last });
  if (rows.length < last - first) return reset((position) => position < last);
  for (const [position, readers] of byPosition(positions)) {
    if (position === last) continue;
    let isFirst = true;
    for (const piece of piecesOf(rows.slice(position - first))) {
      if (!isFirst) await sleep(PIECE_MS);
      isFirst = false;
      for (const reader of readers) reader.send(piece);
    }
    for (const reader of readers) if (positions.has(reader)) positions.set(reader, last);
  }
}

function byPosition(positions: ReadonlyMap<EventReader, number>): Map<number, EventReader[]> {
  const groups = new Map<number, EventReader[]>();
  for (const [reader, position] of positions) {
    const group = groups.get(position);
    if (group) group.push(reader);
    else groups.set(position, [reader]);
  }
  return groups;
}

function* piecesOf(rows: readonly ChangeEventRow[]): Generator<Buffer, void> {
  let text = '';
  for (const row of rows) {
    text += encodeChange(row);
    if (text.length < PIECE_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

const eventOf = (id: string, text: string): [string, WorkEvent] => [
  id,
  { text, isRunning: false, isTranslation: false },
];

/**
 * Sends events about background work, proposals and comments. A new reader gets an event about all
 * work that is running or has just ended, and about proposals and comments that have just changed.
 * Other readers get an event only if the state has changed.
 */
function sendStates(
  channel: Channel,
  { works: rows, proposals, comments }: Omit<ProjectState, 'last'>,
  joined: ReadonlySet<EventReader>,
): void {
  const earlier = channel.works;
  const works = new Map<string, WorkEvent>([
    ...rows.map((row): [string, WorkEvent] => [
      row.id,
      {
        text: encodeWork(row),
        isRunning: RUNNING.has(row.status),
        isTranslation: row.type === 'translation',
      },
    ]),
    ...proposals.map((row) => eventOf(row.id, encodeProposal(row))),
    // A comment contains the time of its last change, so two changes with the same text still differ.
    ...comments.map((row) => eventOf(row.id, encodeComment(row))),
  ]);
  channel.works = works;
  const all = [...works.values()];
  const fresh = [...works].flatMap(([id, work]) =>
    earlier === null || earlier.get(id)?.text === work.text ? [] : [work],
  );
  const bytesOf = (some: readonly WorkEvent[]) => {
    const join = (shown: readonly WorkEvent[]) =>
      Buffer.from(shown.map(({ text }) => text).join(''));
    return { all: join(some), open: join(some.filter(({ isTranslation }) => !isTranslation)) };
  };
  const [forJoined, forOthers] = [bytesOf(all), bytesOf(fresh)];
  for (const reader of channel.positions.keys()) {
    const bytes = joined.has(reader) ? forJoined : forOthers;
    const readable = reader.principal.scopes.includes('translate:read') ? bytes.all : bytes.open;
    if (readable.length > 0) reader.send(readable);
  }
}
