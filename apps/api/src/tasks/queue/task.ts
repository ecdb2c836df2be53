import type { Deps, TaskName, TaskPayloads } from '../../deps.ts';

export interface TaskRun {
  /** Aborts when the process shuts down or another process takes the task over. */
  readonly signal: AbortSignal;
  /** Number of this attempt to run the task, counted from 0. */
  readonly attempt: number;
}

/** A kind of background work. A task runs at least once, so running it again must do no harm. */
export interface TaskDefinition<Name extends TaskName = TaskName> {
  readonly name: Name;
  /**
   * If set, the task runs periodically, at this interval in seconds. At most one periodic run is
   * active in the whole deployment.
   */
  readonly everySeconds?: number;
  /**
   * Maximum number of tasks of this kind that one process runs concurrently. Unless the task runs periodically, an
   * organization can use at most three quarters of these places, and organizations take turns.
   */
  readonly concurrency: number;
  /** True if at most one task of this kind runs per project in the whole deployment. */
  readonly isOnePerProject?: boolean;
  /**
   * True if workers must poll for the task, because transactions enqueue it without a notification.
   * Transactions that write content do so, because PostgreSQL commits transactions with
   * notifications one after the other.
   */
  readonly isPolled?: boolean;
  readonly retryLimit: number;
  /** Delay before the first retry, in seconds. It doubles with each retry. */
  readonly retryDelaySeconds: number;
  /** Maximum duration of an attempt, in seconds. */
  readonly expireSeconds: number;
  run(deps: Deps, payload: TaskPayloads[Name], run: TaskRun): Promise<void>;
  /**
   * Marks the work of the task as failed. Called if several attempts fail with the same error.
   * `detail` explains the error to users. Without this function, the task is retried up to its
   * limit.
   */
  giveUp?(deps: Deps, payload: TaskPayloads[Name], detail: string): Promise<void>;
}

export function task<Name extends TaskName>(definition: TaskDefinition<Name>): TaskDefinition {
  return definition as unknown as TaskDefinition;
}
