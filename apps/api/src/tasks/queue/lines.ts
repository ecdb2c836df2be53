import { createHash } from 'node:crypto';

/*
 * Organizations take turns at the tasks of a kind. Each organization has a line of waiting tasks, and the priority of a
 * waiting task in the queue says where it stands: `-(line * RANKS + rank)`. The index of the queue by priority then
 * finds the first task of the next line. The process that admits a task sets its priority to a number of its own above
 * 0, and its workers fetch only tasks with this priority.
 */

/** Number of places in a line. The tasks in a place are in the order in which they were enqueued. */
const RANKS = 128;
/** Number of lines. Organizations whose hashes are equal share a line. */
export const LINES = 2 ** 23;

/**
 * Returns the line of a task: that of its organization, or else that of its kind of mail. Tasks of the service itself
 * are in line 0.
 */
export function lineOf(payload: object): number {
  const { organizationId, letter } = payload as { organizationId?: unknown; letter?: unknown };
  const name = organizationId ?? letter;
  if (typeof name !== 'string') return 0;
  return 1 + (createHash('sha256').update(name).digest().readUInt32BE() % (LINES - 1));
}

/** Returns the priority of a waiting task. A `rank` of 0 stands first in its line. */
export const priorityOf = (line: number, rank: number): number =>
  0 - (line * RANKS + Math.min(Math.max(rank, 0), RANKS - 1));

/** Returns the line of a waiting task with this priority. */
export const lineAt = (priority: number): number => Math.floor((0 - priority) / RANKS);

/** Priorities of the waiting tasks in some lines, both ends included. */
export interface PriorityRange {
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the priorities of the waiting tasks in the lines from one to another. */
export const rangeOf = (from: number, to: number): PriorityRange => ({
  lowest: priorityOf(to, RANKS - 1),
  highest: priorityOf(from, 0),
});

/** Returns the lines behind a line and then those up to it, without the lines that are full. */
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
