import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@parlance/contracts';
import type { Logger } from 'pino';
import type { Db } from '../../../db/client.ts';
import { firstIdAt } from '../../../db/ids/uuid.ts';
import { describeCause } from '../../../describe-cause.ts';
import { fail } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Semaphore } from '../../../lib/semaphore.ts';
import {
  type ApiKeyPrincipal,
  isSameMembership,
  type Membership,
  type Principal,
  type UserPrincipal,
} from '../../kernel/index.ts';
import { type MembershipWithGrants, membershipInProject } from '../../project/index.ts';
import { readCommentEvents } from '../comment/comment-event.store.ts';
import { readProposalEvents } from '../proposal/proposal-event.store.ts';
import { findKeyAccess, findSessionAccess, type KeyAccess } from './access.store.ts';
import { type Channel, createChannel, serveChannel } from './channel.ts';
import { HEARTBEAT } from './encode-events.ts';
import { readLastNumbers, readWorks, type WatchedProject } from './event.store.ts';
import type { EventReader } from './event-reader.ts';
import { Inboxes } from './inboxes.ts';

/** Interval in milliseconds at which the events of all watched projects are read. */
const POLL_INTERVAL_MS = 250;
/** Interval in milliseconds at which the rights of the clients are checked. */
const ACCESS_MS = 400;
const RETRY_MS = 1_000;
const HEARTBEAT_MS = 20_000;
/**
 * Readers also get background work that has ended, if the work started less than this number of
 * milliseconds ago.
 */
const RECENT_MS = 60_000;
const RUN_MS = 24 * 60 * 60_000;
/** Maximum number of projects whose changes are read concurrently. */
const READS_AT_ONCE = 4;
/** Seconds after which a client may try again if too many streams are open. */
const FREE_AGAIN_SECONDS = 5;

interface HubDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Notifies the clients of this process of changes in their projects. Reads the changes of all watched projects
 * together, four times a second, regardless of the number of clients. Every process reads the changes itself, because a
 * transaction that writes content sends no notification (ADR 17).
 */
export class EventHub {
  readonly #deps: HubDeps;
  readonly #heartbeatMs: number;
  readonly #channels = new Map<string, Channel>();
  readonly #inboxes = new Inboxes();
  readonly #readers = new Set<EventReader>();
  readonly #open = new Map<string, number>();
  readonly #reads = new Semaphore(READS_AT_ONCE);
  #isRunning = false;
  #isEnding = false;
  #accessAt = 0;
  #isAwaited = false;
  #wake: () => void = () => {};
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(deps: HubDeps, { heartbeatMs = HEARTBEAT_MS } = {}) {
    this.#deps = deps;
    this.#heartbeatMs = heartbeatMs;
  }

  /**
   * Sends events to a reader until the reader disconnects or loses its rights.
   * @throws `rate_limited` if too many streams are open
   */
  open(reader: EventReader): void {
    if (this.#isEnding) {
      reader.end();
      return;
    }
    this.#requireRoom(reader);
    for (const name of namesOf(reader)) this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    this.#readers.add(reader);
    reader.send(HEARTBEAT);
    this.#inboxes.join(reader);
    if (reader.project) {
      const { projectId } = reader.project;
      const channel = this.#channels.get(projectId) ?? createChannel(reader.project);
      this.#channels.set(projectId, channel);
      channel.join(reader);
    }
    this.#heartbeat ??= setInterval(() => {
      for (const one of this.#readers) one.send(HEARTBEAT);
    }, this.#heartbeatMs).unref();
    this.#isAwaited = true;
    this.#wake();
    if (!this.#isRunning) void this.#run();
  }

  close(reader: EventReader): void {
    if (!this.#readers.delete(reader)) return;
    for (const name of namesOf(reader)) {
      const left = this.#open.get(name)! - 1;
      if (left === 0) this.#open.delete(name);
      else this.#open.set(name, left);
    }
    this.#inboxes.leave(reader);
    if (reader.project) {
      const { projectId } = reader.project;
      const channel = this.#channels.get(projectId)!;
      channel.leave(reader);
      if (channel.isEmpty()) this.#channels.delete(projectId);
    }
    if (this.#readers.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
    this.#wake();
  }

  /** Ends all open streams. From now on, also ends each new stream. */
  endAll(): void {
    this.#isEnding = true;
    for (const reader of [...this.#readers]) this.#end(reader);
  }

  #end(reader: EventReader): void {
    this.close(reader);
    reader.end();
  }

  #requireRoom(reader: EventReader): void {
    const [ofCaller, organization] = namesOf(reader).map((name) => this.#open.get(name) ?? 0);
    const full =
      ofCaller! >= LIMITS.eventStreams
        ? `${LIMITS.eventStreams} event streams of one session or API key`
        : organization! >= LIMITS.eventStreamsPerOrganization
          ? `${LIMITS.eventStreamsPerOrganization} event streams of one organization`
          : null;
    if (full === null) return;
    fail('rate_limited', `At most ${full} can be open at the same time. Close another one first.`, {
      retryAfterSeconds: FREE_AGAIN_SECONDS,
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let isTrouble = false;
    while (this.#readers.size > 0) {
      let pauseMs = POLL_INTERVAL_MS;
      try {
        await this.#endWithoutAccess();
        await this.#look();
        isTrouble = false;
      } catch (error) {
        if (!isTrouble) this.#deps.log.warn({ err: describeCause(error) }, 'failed to read events');
        isTrouble = true;
        this.#isAwaited = false;
        pauseMs = RETRY_MS;
      }
      if (!this.#isAwaited) await this.#pause(pauseMs);
    }
    this.#isRunning = false;
  }

  async #pause(pauseMs: number): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    await sleep(pauseMs, undefined, { signal: woken.signal }).catch(() => {});
    this.#wake = () => {};
  }

  async #look(): Promise<void> {
    const { db } = this.#deps;
    this.#isAwaited = false;
    await this.#inboxes.look(db);
    const channels = [...this.#channels.values()];
    if (channels.length === 0) return;
    const projects = channels.map(({ project }) => project);
    // Reads background work first, and then the numbers of the changes. The numbers then include
    // all changes of a job that has ended.
    const since = firstIdAt(Date.now() - RECENT_MS);
    const works = await readWorks(db, projects, {
      since,
      runsSince: firstIdAt(Date.now() - RUN_MS),
      known: channels.flatMap((channel) => channel.runningIds()),
    });
    const byProject = Map.groupBy(works, (work) => work.project_id);
    const ids = projects.map(({ projectId }) => projectId);
    const proposals = Map.groupBy(
      await readProposalEvents(db, ids, since),
      (proposal) => proposal.project_id,
    );
    const comments = Map.groupBy(
      await readCommentEvents(db, ids, since),
      (comment) => comment.project_id,
    );
    const numbers = await readLastNumbers(db, ids);
    const serve = (channel: Channel): Promise<void> => {
      const { projectId } = channel.project;
      const last = numbers.get(projectId) ?? 0;
      return serveChannel(db, channel, {
        last,
        works: byProject.get(projectId) ?? [],
        proposals: proposals.get(projectId) ?? [],
        comments: comments.get(projectId) ?? [],
      });
    };
    await Promise.all(channels.map((channel) => this.#reads.run(() => serve(channel))));
  }

  async #endWithoutAccess(): Promise<void> {
    if (performance.now() - this.#accessAt < ACCESS_MS) return;
    this.#accessAt = performance.now();
    const { db, clock } = this.#deps;
    const readers = [...this.#readers];
    const principals = [
      ...new Map(readers.map((reader) => [accessOf(reader.principal), reader.principal])).values(),
    ];
    const users = principals.filter(
      (principal): principal is UserPrincipal => principal.type === 'user',
    );
    const keys = principals.filter(
      (principal): principal is ApiKeyPrincipal => principal.type === 'api_key',
    );
    const now = clock.now();
    const sessions = users.length > 0 ? await findSessionAccess(db, users, now) : [];
    const members = new Map(
      sessions.map((session) => [`${session.id} ${session.organization_id}`, session]),
    );
    const found = keys.length > 0 ? await findKeyAccess(db, keys, now) : [];
    const byId = new Map(found.map((subscriber) => [subscriber.id, subscriber]));
    for (const reader of readers) {
      const { principal, project } = reader;
      const may =
        principal.type === 'user'
          ? hasSameRights(members.get(accessOf(principal)), principal, project)
          : mayRead(byId.get(principal.id), principal, project);
      if (!may) this.#end(reader);
    }
  }
}

/**
 * True if the role and the locales of the member in the project are the same as at the start of the
 * stream. A stream without a project needs only the membership.
 */
function hasSameRights(
  now: MembershipWithGrants | undefined,
  before: Membership,
  project: WatchedProject | null,
): boolean {
  if (project === null) return now !== undefined;
  const membership = now && membershipInProject(now, project.projectId);
  return !!membership && isSameMembership(membership, before);
}

/** True if an API key still has its scopes and rights, and may still read the project. */
const mayRead = (
  key: KeyAccess | undefined,
  { scopes, membership }: ApiKeyPrincipal,
  project: WatchedProject | null,
): boolean =>
  project !== null &&
  key !== undefined &&
  scopes.every((scope) => key.scopes.includes(scope)) &&
  (key.project_ids === null || key.project_ids.includes(project.projectId)) &&
  (membership === null || hasSameRights(key.membership ?? undefined, membership, project));

/**
 * Returns the keys under which a stream is counted: the session or API key, and the organization.
 */
const namesOf = ({ principal }: EventReader): [caller: string, organization: string] => [
  principal.type === 'user' ? principal.sessionId : principal.id,
  principal.organizationId,
];

/**
 * Returns a key that is equal for principals with equal rights. A session may have other rights in
 * another organization, so the key contains the organization.
 */
const accessOf = (principal: Principal): string =>
  principal.type === 'user' ? `${principal.sessionId} ${principal.organizationId}` : principal.id;
