import type { Deps, TaskName, TaskPayloads } from '../../deps.ts';

export interface TaskRun {
  /** Ends when the process drains or the task is taken over. */
  readonly signal: AbortSignal;
  /** 0 at the first attempt; grows with every one. */
  readonly attempt: number;
}

/** One kind of background work. Runs at least once: what it does must bear being done again. */
export interface TaskDefinition<Name extends TaskName = TaskName> {
  readonly name: Name;
  /** Runs by itself once in so many seconds, one at a time over all processes. */
  readonly everySeconds?: number;
  /** Maximum number of these tasks that one process runs concurrently. */
  readonly concurrency: number;
  /** True if all processes together run at most one of it for each project. */
  readonly isOnePerProject?: boolean;
  /**
   * True if writers of content enqueue it: no notification is sent, and workers find it when they poll. PostgreSQL
   * commits transactions that notify one after the other.
   */
  readonly isPolled?: boolean;
  /** Seconds between two polls without a notification: at least 0.5 if people wait for the result, else 2. */
  readonly pollSeconds?: number;
  readonly retryLimit: number;
  /** Seconds before the first retry; doubles with each. */
  readonly retryDelaySeconds: number;
  /** Longest time one attempt may take. */
  readonly expireSeconds: number;
  run(deps: Deps, payload: TaskPayloads[Name], run: TaskRun): Promise<void>;
  /**
   * Ends what people wait for if attempts fail in one and the same way: the next one would too. `detail` says so to
   * them. Without it, the task is run again up to its limit.
   */
  giveUp?(deps: Deps, payload: TaskPayloads[Name], detail: string): Promise<void>;
}

export function task<Name extends TaskName>(definition: TaskDefinition<Name>): TaskDefinition {
  // The registry forgets the payload's shape; `enqueue` guards it.
  return definition as unknown as TaskDefinition;
}
