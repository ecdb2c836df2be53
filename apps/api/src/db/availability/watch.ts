import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionTo } from '../hosts/connection-to.ts';
import type { Pooling } from '../pooling.ts';
import { answeredWithin, lookAgain, SilenceError } from './answered-within.ts';
import type { Troubles } from './troubles.ts';

const PROBE_INTERVAL_MS = 1_000;
const RECONNECT_MS = 250;
/** Maximum time for an answer. While the database is slower, notifications may be late or lost. */
const LATE_MS = 500;
/** Default of {@link WatchOptions.silenceMs}. */
const SILENCE_MS = 5_000;

export interface WatchListener {
  /** Called with the payload of a notification. */
  onNotification(payload: string): void;
  /** Called when notifications begin to arrive. Earlier ones may have been missed. */
  onListening(): void;
  /** Called when notifications may no longer arrive. */
  onLost(): void;
}

/** A dedicated connection that always knows whether the database is reachable. */
export interface DatabaseWatch {
  /** True if the last probe was answered. */
  readonly isUp: boolean;
  /** True if the database has been silent for so long that requests no longer wait for it. */
  readonly isSilent: boolean;
  /** The troubles of the database, which it may have while it is reachable. */
  readonly troubles: Troubles;
  /** Listens on a channel until the watch ends. Receives nothing if a pooler shares the connection. */
  listen(channel: string, listener: WatchListener): void;
  stop(): Promise<void>;
}

export interface WatchOptions {
  connectionString: string;
  pooling: Pooling;
  troubles: Troubles;
  /** Time without an answer after which the database counts as lost and waiting queries fail. Defaults to 5 s. */
  silenceMs?: number;
  /** Further work on the connection, run after each answer. */
  tend(client: pg.ClientBase): Promise<void>;
  /** Called repeatedly while the database is silent. */
  onSilent(): void;
  /** Called once when the database becomes unreachable and once when it is back. */
  onChange(isUp: boolean, reason: string): void;
}

/** Watches the database until it is stopped; never fails. */
export const watchDatabase = (options: WatchOptions): DatabaseWatch => new Watch(options);

class Watch implements DatabaseWatch {
  readonly troubles: Troubles;
  readonly #options: WatchOptions;
  readonly #silenceMs: number;
  readonly #listeners = new Map<string, WatchListener>();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #client: pg.Client | null = null;
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
    // If the connection is open already, it listens at once.
    this.#client?.query(`listen ${channel}`).then(
      () => listener.onListening(),
      () => {},
    );
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
        // A database that refuses connections answers at once, so it does not count as silent.
        this.#isSilent = error instanceof SilenceError;
        if (this.#isSilent) this.#options.onSilent();
        await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Keeps a connection until it ends. @throws the error that ended it */
  async #hold(): Promise<void> {
    const own = new pg.Client({
      ...connectionTo(this.#options.connectionString),
      application_name: 'parlance-watch',
      keepAlive: true,
    });
    const broken = new AbortController();
    own.on('error', () => broken.abort());
    own.on('end', () => broken.abort());
    own.on('notification', ({ channel, payload }) =>
      this.#listeners.get(channel)?.onNotification(payload ?? ''),
    );
    this.#hangUp = () => own.connection.stream.destroy();
    const ended = AbortSignal.any([this.#stopping.signal, broken.signal]);
    try {
      await this.#answered(own.connect());
      for (const channel of this.#listeners.keys()) {
        await this.#answered(own.query(`listen ${channel}`));
      }
      this.#client = own;
      this.#goUp();
      for (const listener of this.#listeners.values()) listener.onListening();
      while (!ended.aborted) {
        await this.#probe(own);
        await sleep(PROBE_INTERVAL_MS, undefined, { signal: ended }).catch(() => {});
      }
      throw new Error('Connection terminated');
    } finally {
      this.#client = null;
      for (const listener of this.#listeners.values()) listener.onLost();
      this.#hangUp();
    }
  }

  async #probe(own: pg.Client): Promise<void> {
    let isLate = false;
    let isOver = false;
    const late = setTimeout(async () => {
      await lookAgain();
      if (isOver) return;
      isLate = true;
      for (const listener of this.#listeners.values()) listener.onLost();
    }, LATE_MS);
    try {
      await this.#answered(own.query('select 1'));
      await this.#answered(this.#options.tend(own));
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
