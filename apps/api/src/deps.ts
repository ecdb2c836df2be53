import type { CreditPack } from '@parlance/contracts';
import type { Logger } from 'pino';
import type { Db } from './db/client.ts';
import type { ContentReads } from './domain/content-reads/content-reads.ts';
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

/** Payloads of the background tasks. A task's file has the name of the task. */
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
    /** Language of the request, for a recipient who has not chosen a language. Absent in tasks of older versions. */
    language?: Language | null;
  };
  'sweep-ended': Record<string, never>;
  'sweep-content': Record<string, never>;
  'fold-counts': Record<string, never>;
  'note-progress': Record<string, never>;
  'publish-release': ReleaseOrder;
  /** Corrects the bundle store for a project, or for one of its environments. */
  'sync-bundle-store': { projectId: string; environmentId?: string };
  'sweep-bundle-store': Record<string, never>;
  /**
   * Removes everything with a tag from the CDN. With `again`, removes it once more a moment later, for content that was
   * cached in the meantime.
   */
  'purge-cdn': { tag: string; again: boolean };
  'bulk-change': { organizationId: string; projectId: string; runId: string };
  'reconcile-order': { organizationId: string; providerOrderId: string };
}

/** Payload of the task that publishes a release, in addition to the release's row. */
export interface ReleaseOrder {
  organizationId: string;
  projectId: string;
  releaseId: string;
  /** Canonical locale tags. Null for every enabled locale. */
  locales: readonly string[] | null;
  /** True to publish nothing if the live release has the same content and the caller still waits. */
  skipUnchanged: boolean;
  /** Minimum severity of findings that block the release. Null if none blocks it. */
  failOn: 'error' | 'warning' | null;
  /** Client address for the audit log. */
  address: string;
}

/** A mail about an account. When it is sent, the service decides if and what to write. */
export type AccountLetter = 'sign-up' | 'verify-email' | 'reset-password';

export type TaskName = keyof TaskPayloads;

export interface TaskOptions {
  startAfter?: Date;
  /** Delay before the task runs, by the database's clock. */
  delaySeconds?: number;
  /** Waiting tasks with the same name run in descending order of priority. Defaults to 0. */
  priority?: number;
}

export interface Tasks {
  /**
   * Enqueues a task in the caller's transaction, so that it runs if and only if that transaction commits. Returns the
   * task's id.
   */
  enqueue<Name extends TaskName>(
    tx: Db,
    name: Name,
    payload: TaskPayloads[Name],
    options?: TaskOptions,
  ): Promise<string | null>;
  /**
   * Deletes all tasks, including finished ones, whose payload has one of `values` as `member`, compared in lower case.
   */
  forget(
    tx: Db,
    name: TaskName,
    payloads: { readonly member: string; readonly values: readonly string[] },
  ): Promise<void>;
  /** Waits until a task has succeeded or failed, or until the timeout. */
  awaitDone(name: TaskName, id: string, timeoutMs: number): Promise<void>;
  /** True if a task with this name was waiting for a worker. The answer is at most about two seconds old. */
  isAwaited(name: TaskName): Promise<boolean>;
}

/** Configuration for the sale of credits. */
export interface Payments {
  readonly provider: PaymentProvider;
  readonly packs: readonly CreditPack[];
  /** Credits that a verified user's personal organization receives each month. */
  readonly monthlyCredits: number;
  /** Address to which the payment provider sends buyers back. */
  readonly returnUrl: string;
}

/** The people who may create an account: everybody, people with an invitation, or nobody. */
export type SignUpMode = 'open' | 'invited' | 'closed';

/** Limits on concurrent work that all requests and tasks of a process share. */
export interface ConcurrencyLimits {
  /**
   * Limits concurrent exports. Each holds a connection until its client has read the file, which can take long, and
   * other work needs connections too.
   */
  readonly exports: Semaphore;
  /**
   * Limits the staged imports that are computed concurrently. Each holds two connections: one for the dry run, which is
   * rolled back, and one for the rows that it finds.
   */
  readonly stagings: Semaphore;
  /** Limits concurrent filtered scans of rows by principal, so that one principal cannot occupy all connections. */
  readonly scans: NamedSemaphore;
}

/** Dependencies of all parts of the service. An action uses some of them. */
export interface Deps {
  readonly db: Db;
  readonly contentReads: ContentReads;
  readonly clock: Clock;
  readonly tasks: Tasks;
  readonly mailer: Mailer;
  /** Null if only the service serves bundles. */
  readonly bundleStore: BundleStore | null;
  /** Null if no CDN has to purge outdated bundles. */
  readonly cdn: Cdn | null;
  readonly engines: EngineDirectory;
  readonly modelLoads: ModelLoads;
  /** Null without a payment provider. The plan is then `self_hosted`, which meters and refuses nothing. */
  readonly payments: Payments | null;
  readonly concurrency: ConcurrencyLimits;
  readonly rowAnswers: RowAnswers;
  readonly events: EventHub;
  readonly log: Logger;
  readonly signUp: SignUpMode;
  readonly site: Site;
}

/** Public address of the service, with what depends on it. */
export interface Site {
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly deployment: string;
  readonly version: string;
}
