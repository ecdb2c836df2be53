import type { Deps, TaskName, TaskPayloads } from '../../deps.ts';

export interface TaskRun {
  /** Aborts when the process drains or another process takes the task over. */
  readonly signal: AbortSignal;
  /** Number of the attempt, from 0. */
  readonly attempt: number;
}

/** One kind of background work. It runs at least once, so it must tolerate being repeated. */
export interface TaskDefinition<Name extends TaskName = TaskName> {
  readonly name: Name;
  /** Interval in seconds at which the task runs by itself, one run at a time in the whole deployment. */
  readonly everySeconds?: number;
  /** Maximum number of these tasks that one process runs concurrently. */
  readonly concurrency: number;
  /** True if all processes together run at most one of these tasks for each project. */
  readonly isOnePerProject?: boolean;
  /**
   * True if writers of content enqueue the task. No notification is sent, and workers find the task when they poll,
   * because PostgreSQL commits transactions with notifications one after the other.
   */
  readonly isPolled?: boolean;
  /** Seconds between two polls without a notification. At least 0.5 if people wait for the result, otherwise 2. */
  readonly pollSeconds?: number;
  readonly retryLimit: number;
  /** Seconds before the first retry. Each further retry waits twice as long. */
  readonly retryDelaySeconds: number;
  /** Maximum duration of one attempt in seconds. */
  readonly expireSeconds: number;
  run(deps: Deps, payload: TaskPayloads[Name], run: TaskRun): Promise<void>;
  /**
   * Ends work that people wait for when its attempts fail repeatedly with the same fault, which `detail` explains to
   * them. Without this function, the task is retried up to its limit.
   */
  giveUp?(deps: Deps, payload: TaskPayloads[Name], detail: string): Promise<void>;
}

export function task<Name extends TaskName>(definition: TaskDefinition<Name>): TaskDefinition {
  // The list of tasks does not keep the type of the payload, which `enqueue` checks.
  return definition as unknown as TaskDefinition;
}
