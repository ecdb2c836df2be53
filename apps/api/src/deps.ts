import type { CreditPack } from '@parlance/contracts';
import type { Logger } from 'pino';
import type { Db } from './db/client.ts';
import type { Secrets } from './domain/kernel/secret/secrets.ts';
import type { ContentReads } from './domain/project/content-reads/content-reads.ts';
import type { EngineDirectory } from './domain/project/engine/engine-directory.ts';
import type { ModelLoads } from './domain/project/engine/model-loads.ts';
import type { Clock } from './lib/clock.ts';
import type { NamedSemaphore, Semaphore } from './lib/semaphore.ts';
import type { BundleStore } from './providers/bundle-store/bundle-store.ts';
import type { Cdn } from './providers/cdn/cdn.ts';
import type { GuardedClient } from './providers/guarded/guarded-client.ts';
import type { Mailer } from './providers/mail/mailer.ts';
import type { PaymentProvider } from './providers/payment/payment-provider.ts';
import type { Language } from './texts/texts.ts';

/**
 * Payloads of the background tasks by task name. The file of a task has the task's name.
 * Organizations take turns: `organizationId` identifies the organization whose turn a task uses. It
 * is absent in tasks that earlier versions enqueued.
 */
export interface TaskPayloads {
  /**
   * Runs a slice of a translation job. A slice is the part of the job that one task runs, and its
   * time is limited. `waits` is the number of preceding slices in which a busy engine gave no
   * answer. Defaults to 0.
   */
  'translate-job': { organizationId: string; jobId: string; slice: number; waits?: number };
  'send-mail': (
    | { letter: AccountLetter; email: string }
    | { letter: 'change-email' | 'email-changing'; mailTokenId: string }
    | { letter: 'invitation'; organizationId: string; invitationId: string }
    | { letter: WebhookLetter; organizationId: string; webhookId: string; userId: string }
    | { letter: 'digest'; organizationId?: string; userId: string; digestId: string }
    | { letter: 'reminder'; userId: string; projectIds: readonly string[] }
  ) & {
    /**
     * Language of the request, for a recipient who has not chosen a language. Absent in tasks that
     * older versions enqueued.
     */
    language?: Language | null;
  };
  'remind-of-questions': Record<string, never>;
  'sweep-ended': Record<string, never>;
  'sweep-content': Record<string, never>;
  'sweep-old': Record<string, never>;
  'fold-counts': Record<string, never>;
  'note-progress': Record<string, never>;
  'publish-release': ReleaseOrder;
  /** Updates the bundle store for a project, or for one of its environments. */
  'sync-bundle-store': { organizationId?: string; projectId: string; environmentId?: string };
  'sweep-bundle-store': Record<string, never>;
  /**
   * Removes all cached entries with a tag from the CDN. With `again`, repeats the removal a moment
   * later, because the CDN may have cached outdated entries in the meantime.
   */
  'purge-cdn': { organizationId?: string; tag: string; again: boolean };
  'bulk-change': { organizationId: string; projectId: string; runId: string };
  'reconcile-order': { organizationId: string; providerOrderId: string };
}

/**
 * Payload of the task that publishes a release. The release's row in the database contains all
 * other data.
 */
export interface ReleaseOrder {
  organizationId: string;
  projectId: string;
  releaseId: string;
  /** Canonical locale tags. Null for all enabled locales. */
  locales: readonly string[] | null;
  /** True to publish nothing if the published release has the same content. */
  skipUnchanged: boolean;
  /** Minimum severity of findings that block the release. Null if findings never block it. */
  failOn: 'error' | 'warning' | null;
  address: string;
}

/**
 * Kind of mail about an account. The task composes the mail and decides whether it is still needed.
 */
export type AccountLetter = 'sign-up' | 'verify-email' | 'reset-password';

/** Kind of mail about a webhook to an owner of its organization. */
export type WebhookLetter = 'webhook-failing' | 'webhook-disabled';

export type TaskName = keyof TaskPayloads;

export interface TaskOptions {
  startAfter?: Date;
  /** Delay in seconds before the task runs, by the clock of the database. */
  delaySeconds?: number;
  /**
   * Priority among the waiting tasks of the organization with the same name, from -127 to 0. A higher number runs
   * first. Defaults to 0.
   */
  priority?: number;
}

export interface Tasks {
  /**
   * Enqueues a task in the caller's transaction. The task runs if and only if the transaction
   * commits. Returns the id of the task.
   */
  enqueue<Name extends TaskName>(
    tx: Db,
    name: Name,
    payload: TaskPayloads[Name],
    options?: TaskOptions,
  ): Promise<string | null>;
  /**
   * Deletes all tasks whose payload contains one of `values` under the name `member`. Ignores case.
   * Finished tasks are deleted too.
   */
  forget(
    tx: Db,
    name: TaskName,
    payloads: { readonly member: string; readonly values: readonly string[] },
  ): Promise<void>;
  /** Waits until a task has succeeded or failed, or until the timeout. */
  awaitDone(name: TaskName, id: string, timeoutMs: number): Promise<void>;
  /** True if a task with this name of another organization waits for its turn. */
  isAwaited(db: Db, name: TaskName, organizationId: string): Promise<boolean>;
}

export interface Payments {
  readonly provider: PaymentProvider;
  readonly packs: readonly CreditPack[];
  readonly monthlyCredits: number;
  readonly returnUrl: string;
}

/** Ages in days at which data is deleted. Null if it is kept indefinitely. */
export interface Retention {
  /** Age of changes and replaced texts, measured from the time at which they were replaced. */
  readonly historyDays: number | null;
  /** Age of releases, measured from the time at which the next release of the environment was published. */
  readonly releasesDays: number | null;
  readonly auditDays: number | null;
  readonly activityDays: number | null;
}

/** People who may create an account: everybody, people with an invitation, or nobody. */
export type SignUpMode = 'open' | 'invited' | 'closed';

/** Limits on concurrent work, which all requests and tasks of a process share. */
export interface ConcurrencyLimits {
  /**
   * Limits concurrent exports. Each export holds a database connection until its client has read
   * the file.
   */
  readonly exports: Semaphore;
  /** Limits concurrent staged imports. Each staged import holds two database connections. */
  readonly stagings: Semaphore;
  /**
   * Limits concurrent filtered scans of rows for each user or API key, so that no user or API key
   * can occupy all database connections.
   */
  readonly scans: NamedSemaphore;
  /** Limits the filtered scans of all organizations together, so that some connections are left for other requests. */
  readonly scanners: Semaphore;
}

/**
 * Dependencies of the domain. Imports types from the files that declare them, because the `index.ts`
 * files of the domain import this file.
 */
export interface Deps {
  readonly db: Db;
  readonly contentReads: ContentReads;
  readonly clock: Clock;
  readonly tasks: Tasks;
  readonly mailer: Mailer;
  /** The bundle store. Null if the service has none. */
  readonly bundleStore: BundleStore | null;
  /** The CDN in front of bundles. Null if none is configured. */
  readonly cdn: Cdn | null;
  readonly engines: EngineDirectory;
  readonly modelLoads: ModelLoads;
  /**
   * The payment provider. Null if none is configured. Organizations then have the plan
   * `self_hosted`, under which the service does not count or limit usage.
   */
  readonly payments: Payments | null;
  readonly secrets: Secrets;
  /** Sends requests to the addresses of webhooks. */
  readonly webhookClient: GuardedClient;
  readonly concurrency: ConcurrencyLimits;
  readonly log: Logger;
  readonly retention: Retention;
  readonly signUp: SignUpMode;
  readonly site: Site;
}

/** The public address of the service, and settings that depend on it. */
export interface Site {
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly deployment: string;
  /** URL for reports of security vulnerabilities. Null if the operator has configured none. */
  readonly securityContact: string | null;
  readonly version: string;
}
