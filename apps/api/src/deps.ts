import type { Logger } from 'pino';
import type { Db } from './db/client.ts';
import type { Mailer } from './providers/mail/mailer.ts';
import type { Engine } from './providers/mt/engine.ts';

/** Time comes from here alone, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** What each background task is given; a task's file is named after it. */
export interface TaskPayloads {
  'send-mail': { letter: AccountLetter; email: string };
}

/** A letter about an account; which one is written, if any, is decided when it is sent. */
export type AccountLetter = 'sign-up' | 'verify-email' | 'reset-password';

export type TaskName = keyof TaskPayloads;

export interface TaskOptions {
  /** Tasks of one key run one after the other. */
  singletonKey?: string;
  startAfter?: Date;
}

export interface Tasks {
  /** Enqueues in the caller's transaction: runs if and only if that commits. */
  enqueue<Name extends TaskName>(
    tx: Db,
    name: Name,
    payload: TaskPayloads[Name],
    options?: TaskOptions,
  ): Promise<void>;
}

export interface EngineDirectory {
  /** Every engine that is configured, by id. */
  readonly byId: ReadonlyMap<string, Engine>;
  /** The default chain, in order. */
  readonly chain: readonly string[];
}

/** What a part of the service may use; an action asks for exactly what it needs. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tasks: Tasks;
  readonly mailer: Mailer;
  readonly engines: EngineDirectory;
  readonly log: Logger;
  readonly site: Site;
}

/** How the service is reached. */
export interface Site {
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly deployment: string;
  readonly version: string;
}
