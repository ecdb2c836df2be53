import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionTo } from '../hosts/connection-to.ts';
import type { Pooling } from '../pooling.ts';
import { answeredWithin, lookAgain, SilenceError } from './answered-within.ts';
import type { Troubles } from './troubles.ts';

const PROBE_INTERVAL_MS = 1_000;
const RECONNECT_MS = 250;
/**
 * Maximum response time of the database, in milliseconds. If the database is slower, notifications
 * may be late or lost.
 */
const LATE_MS = 500;
const SILENCE_MS = 5_000;

export interface WatchListener {
  onNotification(payload: string): void;
  /** Called when notifications begin to arrive. Earlier notifications may have been lost. */
  onListening(): void;
  onLost(): void;
}

/** A dedicated database connection that detects whether the database is reachable. */
export interface DatabaseWatch {
  /** True if the database responded to the last probe. */
  readonly isUp: boolean;
  /**
   * True if the database has not responded for too long. Requests then no longer wait for the
   * database.
   */
  readonly isSilent: boolean;
  readonly troubles: Troubles;
  /**
   * Calls a listener for notifications on a channel. A pooler that shares server connections
   * delivers no notifications.
   */
  listen(channel: string, listener: WatchListener): void;
  stop(): Promise<void>;
}

export interface WatchOptions {
  connectionString: string;
  pooling: Pooling;
  troubles: Troubles;
  /**
   * Time without a response, in milliseconds, after which waiting queries fail. Defaults to 5,000.
   */
  silenceMs?: number;
  /**
   * Sends a statement to the database every second, for example to find waiting commits. The database counts as
   * reachable if it responds, so this function must send a statement. Defaults to a statement that reads nothing.
   */
  ask?(client: pg.ClientBase): Promise<unknown>;
  /** Called repeatedly while the database does not respond. */
  onSilent(): void;
  onChange(isUp: boolean, reason: string): void;
}

/** Starts to watch the database. The returned watch never throws. */
export const watchDatabase = (options: WatchOptions): DatabaseWatch => new Watch(options);

class Watch implements DatabaseWatch {
  readonly troubles: Troubles;
  readonly #options: WatchOptions;
  readonly #silenceMs: number;
  readonly #listeners = new Map<string, WatchListener>();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  /** Channels for which no LISTEN was sent yet. A connection runs only one statement at a time. */
  #unheard = new Set<string>();
  #wake = (): void => {};
  #hangUp = (): void => {};
  #state: 'unknown' | 'up' | 'down' = 'unknown';
  #isSilent = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#silenceMs = options.silenceMs ?? SILENCE_MS;
    this.troubles = options.troubles;
    this.#running = this.#run();
  }

  get isUp(): boolean {
    return this.#state === 'up';
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  listen(channel: string, listener: WatchListener): void {
    if (this.#options.pooling === 'transaction') return;
    this.#listeners.set(channel, listener);
    this.#unheard.add(channel);
    this.#wake();
  }

  async stop(): Promise<void> {
    this.troubles.stop();
    this.#stopping.abort();
    this.#hangUp();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#hold();
      } catch (error) {
        if (signal.aborted) break;
        this.#goDown((error as Error).message);
        this.#isSilent = error instanceof SilenceError;
        if (this.#isSilent) this.#options.onSilent();
        await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  async #hold(): Promise<void> {
    const connection = new pg.Client({
      ...connectionTo(this.#options.connectionString),
      application_name: 'parlance-watch',
      keepAlive: true,
    });
    const broken = new AbortController();
    connection.on('error', () => broken.abort());
    connection.on('end', () => broken.abort());
    connection.on('notification', ({ channel, payload }) =>
      this.#listeners.get(channel)?.onNotification(payload ?? ''),
    );
    this.#hangUp = () => connection.connection.stream.destroy();
    const ended = AbortSignal.any([this.#stopping.signal, broken.signal]);
    try {
      await this.#answered(connection.connect());
      this.#unheard = new Set(this.#listeners.keys());
      await this.#listenToNew(connection);
      this.#goUp();
      while (!ended.aborted) {
        await this.#probe(connection);
        await this.#listenToNew(connection);
        await this.#pause(ended);
      }
      throw new Error('Connection terminated');
    } finally {
      for (const listener of this.#listeners.values()) listener.onLost();
      this.#hangUp();
    }
  }

  async #listenToNew(connection: pg.Client): Promise<void> {
    for (const channel of this.#unheard) {
      await this.#answered(connection.query(`listen ${channel}`));
      this.#unheard.delete(channel);
      this.#listeners.get(channel)!.onListening();
    }
  }

  /** Waits until the next probe, or until there is a new channel. */
  async #pause(ended: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    const signal = AbortSignal.any([ended, woken.signal]);
    await sleep(PROBE_INTERVAL_MS, undefined, { signal }).catch(() => {});
    this.#wake = () => {};
  }

  async #probe(connection: pg.Client): Promise<void> {
    let isLate = false;
    let isOver = false;
    const late = setTimeout(async () => {
      await lookAgain();
      if (isOver) return;
      isLate = true;
      for (const listener of this.#listeners.values()) listener.onLost();
    }, LATE_MS);
    try {
      await this.#answered(this.#options.ask?.(connection) ?? connection.query('select 1'));
    } finally {
      isOver = true;
      clearTimeout(late);
    }
    if (isLate) for (const listener of this.#listeners.values()) listener.onListening();
  }

  #answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return answeredWithin(this.#silenceMs, answer);
  }

  #goUp(): void {
    this.#isSilent = false;
    const wasDown = this.#state === 'down';
    this.#state = 'up';
    if (wasDown) this.#options.onChange(true, 'the database responds again');
  }

  #goDown(reason: string): void {
    const wasDown = this.#state === 'down';
    this.#state = 'down';
    if (!wasDown) this.#options.onChange(false, reason);
  }
}
