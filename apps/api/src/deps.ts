import type { CreditPack } from '@parlance/contracts';
import type { Logger } from 'pino';
import type { Db } from './db/client.ts';
import type { EngineDirectory } from './domain/engine/engine-directory.ts';
import type { ModelLoads } from './domain/engine/model-loads.ts';
import type { EventHub } from './domain/event/event-hub.ts';
import type { RowAnswers } from './domain/row/row-answers.ts';
import type { Clock } from './lib/clock.ts';
import type { NamedSemaphore, Semaphore } from './lib/semaphore.ts';
import type { BundleStore } from './providers/bundle-store/bundle-store.ts';
import type { Cdn } from './providers/cdn/cdn.ts';
import type { Mailer } from './providers/mail/mailer.ts';
import type { PaymentProvider } from './providers/payment/payment-provider.ts';
import type { Language } from './texts/texts.ts';

/** Payload of each background task; a task's file is named after it. */
export interface TaskPayloads {
  /**
   * Runs one slice of a job. `slice` is its number, so that a task of an earlier slice does nothing. `waits` is the
   * number of consecutive slices before it in which a busy engine gave no answer. Defaults to 0.
   */
  'translate-job': { organizationId: string; jobId: string; slice: number; waits?: number };
  'send-mail': (
    | { letter: AccountLetter; email: string }
    | { letter: 'change-email' | 'email-changing'; mailTokenId: string }
    | { letter: 'invitation'; organizationId: string; invitationId: string }
  ) & {
    /** Language of the request, for a recipient who chose none. Absent in tasks of older versions. */
    language?: Language | null;
  };
  'sweep-ended': Record<string, never>;
  'sweep-content': Record<string, never>;
  'fold-counts': Record<string, never>;
  'note-progress': Record<string, never>;
  'publish-release': ReleaseOrder;
  /** Puts the bundle store right for a project, or for one environment of it. */
  'sync-bundle-store': { projectId: string; environmentId?: string };
  'sweep-bundle-store': Record<string, never>;
  /** Removes what carries a tag from the CDN; `again` a moment later, for what came into it meanwhile. */
  'purge-cdn': { tag: string; again: boolean };
  'bulk-change': { organizationId: string; projectId: string; runId: string };
  'reconcile-order': { organizationId: string; providerOrderId: string };
}

/** Payload of the task that publishes a release, beside the release's row. */
export interface ReleaseOrder {
  organizationId: string;
  projectId: string;
  releaseId: string;
  /** Canonical tags; null: every enabled locale. */
  locales: readonly string[] | null;
  /** Publishes nothing if the live release has the same content, as long as the caller waits. */
  skipUnchanged: boolean;
  /** Minimum severity of findings that block the release. */
  failOn: 'error' | 'warning' | null;
  /** Address of the caller, for the audit log. */
  address: string;
}

/** A letter about an account; which one is written, if any, is decided when it is sent. */
export type AccountLetter = 'sign-up' | 'verify-email' | 'reset-password';

export type TaskName = keyof TaskPayloads;

export interface TaskOptions {
  startAfter?: Date;
  /** Counted by the database's clock. */
  delaySeconds?: number;
  /** Waiting tasks of one name run in descending order of it. Defaults to 0. */
  priority?: number;
}

export interface Tasks {
  /** Enqueues in the caller's transaction: runs if and only if that commits. Returns the id of the task. */
  enqueue<Name extends TaskName>(
    tx: Db,
    name: Name,
    payload: TaskPayloads[Name],
    options?: TaskOptions,
  ): Promise<string | null>;
  /** Deletes the tasks, done ones too, whose payload has one of `values`, in lower case, as `member`. */
  forget(
    tx: Db,
    name: TaskName,
    payloads: { readonly member: string; readonly values: readonly string[] },
  ): Promise<void>;
  /** Waits until a task has been done or has failed, or until the time has passed. */
  awaitDone(name: TaskName, id: string, timeoutMs: number): Promise<void>;
  /** True if a task of this name was waiting for a worker; at most about two seconds old. */
  isAwaited(name: TaskName): Promise<boolean>;
}

/** Sale of credits. */
export interface Payments {
  readonly provider: PaymentProvider;
  readonly packs: readonly CreditPack[];
  /** Included each month with a verified user's personal organization. */
  readonly monthlyCredits: number;
  /** Address to which the provider sends buyers back. */
  readonly returnUrl: string;
}

/** People who may create an account: everybody, people with an invitation, or nobody. */
export type SignUpMode = 'open' | 'invited' | 'closed';

/** Limits on work at the same time that all requests and tasks of a process share. */
export interface ConcurrencyLimits {
  /**
   * Bounds the exports at the same time. Each holds a connection until its client has read the file, which can
   * take long: the other connections stay free.
   */
  readonly exports: Semaphore;
  /**
   * Bounds the staged imports that are computed at the same time. Each holds two connections: one for the
   * dry run, which is rolled back, and one for the rows that it finds.
   */
  readonly stagings: Semaphore;
  /** Bounds the filtered scans of rows at the same time by principal, so that one cannot keep all connections busy. */
  readonly scans: NamedSemaphore;
}

/** Dependencies of all parts of the service; an action picks those that it needs. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tasks: Tasks;
  readonly mailer: Mailer;
  /** Null if bundles are only answered by the service. */
  readonly bundleStore: BundleStore | null;
  /** Null if no cache is told of releases. */
  readonly cdn: Cdn | null;
  readonly engines: EngineDirectory;
  readonly modelLoads: ModelLoads;
  /** Null without a payment provider: the plan is `self_hosted`, which meters and refuses nothing. */
  readonly payments: Payments | null;
  readonly concurrency: ConcurrencyLimits;
  readonly rowAnswers: RowAnswers;
  readonly events: EventHub;
  readonly log: Logger;
  readonly signUp: SignUpMode;
  readonly site: Site;
}

/** Public address of the service. */
export interface Site {
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly deployment: string;
  readonly version: string;
}
