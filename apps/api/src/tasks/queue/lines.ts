import { createHash } from 'node:crypto';

/*
 * Organizations take turns at the tasks of a kind. Each organization has a line of waiting tasks.
 * The priority of a waiting task in the queue encodes its position: `-(line * RANKS + rank)`. The
 * queue's index by priority then finds the first task of the next line. The process that admits a
 * task sets its priority to a number above 0 that is unique to the process, and the workers of the
 * process fetch only tasks with this priority.
 */

/** Number of ranks in a line. Tasks with the same rank are in the order in which they were enqueued. */
const RANKS = 128;
/** Number of lines. Organizations whose hashes are equal share a line. */
export const LINES = 2 ** 23;

/**
 * Returns the line of a task: the line of its organization, or else the line of its kind of mail.
 * Tasks of the service itself are in line 0.
 */
export function lineOf(payload: object): number {
  const { organizationId, letter } = payload as { organizationId?: unknown; letter?: unknown };
  const name = organizationId ?? letter;
  if (typeof name !== 'string') return 0;
  return 1 + (createHash('sha256').update(name).digest().readUInt32BE() % (LINES - 1));
}

/** Returns the priority of a waiting task. A task with the `rank` 0 is first in its line. */
export const priorityOf = (line: number, rank: number): number =>
  0 - (line * RANKS + Math.min(Math.max(rank, 0), RANKS - 1));

/** Returns the line of a waiting task with this priority. */
export const lineAt = (priority: number): number => Math.floor((0 - priority) / RANKS);

/** Range of priorities of the waiting tasks in some lines. Both ends are included. */
export interface PriorityRange {
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the priorities of the waiting tasks in a range of lines. */
export const rangeOf = (from: number, to: number): PriorityRange => ({
  lowest: priorityOf(to, RANKS - 1),
  highest: priorityOf(from, 0),
});

/** Returns the priorities of the lines after `line`, and then of the lines up to it. Skips full lines. */
export function rangesAfter(line: number, full: readonly number[]): PriorityRange[] {
  const sorted = [...full].sort((one, other) => one - other);
  const ranges: PriorityRange[] = [];
  for (const [from, to] of [[line + 1, LINES - 1] as const, [0, line] as const]) {
    let start = from;
    for (const one of sorted) {
      if (one < start || one > to) continue;
      if (one > start) ranges.push(rangeOf(start, one - 1));
      start = one + 1;
    }
    if (start <= to) ranges.push(rangeOf(start, to));
  }
  return ranges;
}
