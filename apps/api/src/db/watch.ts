import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Pooling } from './pooling.ts';
import type { Troubles } from './troubles.ts';

const PROBE_INTERVAL_MS = 1_000;
const RECONNECT_MS = 250;
/** While an answer takes longer than this, notifications cannot be relied on. */
const LATE_MS = 500;
/** Default of {@link WatchOptions.silenceMs}. */
const SILENCE_MS = 5_000;

export interface WatchListener {
  /** Called with the payload of a notification. */
  onNotification(payload: string): void;
  /** Notifications come in from now on; earlier ones may not have been heard. */
  onListening(): void;
  /** Notifications may not come in. */
  onLost(): void;
}

/** One connection of the process's own that knows at every moment whether the database is there. */
export interface DatabaseWatch {
  /** True if the last probe was answered. */
  readonly isUp: boolean;
  /** True if the database has not responded for so long that requests no longer wait for it. */
  readonly isSilent: boolean;
  /** The trouble that limits a database that may be reachable. */
  readonly troubles: Troubles;
  /** Listens on a channel for as long as the watch lasts. On a shared connection nothing is heard. */
  listen(channel: string, listener: WatchListener): void;
  stop(): Promise<void>;
}

export interface WatchOptions {
  connectionString: string;
  pooling: Pooling;
  troubles: Troubles;
  /** A database that says nothing for this long is given up: what waits for it is told so. Defaults to 5 s. */
  silenceMs?: number;
  /** Further work of the connection, run after each answer. */
  tend(client: pg.ClientBase): Promise<void>;
  /** Called again and again while the database is silent. */
  onSilent(): void;
  /** Called once when the database goes and once when it is back. */
  onChange(isUp: boolean, reason: string): void;
}

/** Watches the database until it is stopped; never fails. */
export function watchDatabase({
  connectionString,
  pooling,
  troubles,
  silenceMs = SILENCE_MS,
  tend,
  onSilent,
  onChange,
}: WatchOptions): DatabaseWatch {
  const listeners = new Map<string, WatchListener>();
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  let hangUp = (): void => {};
  let isUp = false;
  let isSilent = false;
  let hasBeenUp = false;

  const answered = <Answer>(answer: Promise<Answer>) => answeredWithin(silenceMs, answer);
  const goUp = (): void => {
    isSilent = false;
    if (isUp) return;
    isUp = true;
    if (hasBeenUp) onChange(true, 'the database responds again');
    hasBeenUp = true;
  };
  const goDown = (reason: string): void => {
    if (isUp) onChange(false, reason);
    isUp = false;
  };

  const probe = async (own: pg.Client): Promise<void> => {
    let isLate = false;
    let isOver = false;
    const late = setTimeout(async () => {
      await lookAgain();
      if (isOver) return;
      isLate = true;
      for (const listener of listeners.values()) listener.onLost();
    }, LATE_MS);
    try {
      await answered(own.query('select 1'));
      await answered(tend(own));
    } finally {
      isOver = true;
      clearTimeout(late);
    }
    if (isLate) for (const listener of listeners.values()) listener.onListening();
  };

  const hold = async (): Promise<void> => {
    const own = new pg.Client({
      connectionString,
      application_name: 'parlance-watch',
      keepAlive: true,
    });
    const broken = new AbortController();
    own.on('error', () => broken.abort());
    own.on('end', () => broken.abort());
    own.on('notification', ({ channel, payload }) =>
      listeners.get(channel)?.onNotification(payload ?? ''),
    );
    hangUp = () => own.connection.stream.destroy();
    const ended = AbortSignal.any([stopping.signal, broken.signal]);
    try {
      await answered(own.connect());
      for (const channel of listeners.keys()) await answered(own.query(`listen ${channel}`));
      client = own;
      goUp();
      for (const listener of listeners.values()) listener.onListening();
      while (!ended.aborted) {
        await probe(own);
        await sleep(PROBE_INTERVAL_MS, undefined, { signal: ended }).catch(() => {});
      }
      throw new Error('Connection terminated');
    } finally {
      client = null;
      for (const listener of listeners.values()) listener.onLost();
      hangUp();
    }
  };

  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await hold();
      } catch (error) {
        if (stopping.signal.aborted) break;
        goDown((error as Error).message);
        if (error instanceof SilenceError) {
          isSilent = true;
          onSilent();
        } else {
          // It refuses, or is gone: asking it costs nobody any time.
          isSilent = false;
        }
        await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  })();

  return {
    get isUp() {
      return isUp;
    },
    get isSilent() {
      return isSilent;
    },
    troubles,
    listen(channel, listener) {
      if (pooling === 'transaction') return;
      listeners.set(channel, listener);
      // A connection that stands already takes the channel up at its next turn.
      client?.query(`listen ${channel}`).then(
        () => listener.onListening(),
        () => {},
      );
    },
    async stop() {
      troubles.stop();
      stopping.abort();
      hangUp();
      await running;
    },
  };
}

class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

/** Lets an answer in that came while this process was busy itself. */
async function lookAgain(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** @throws SilenceError when the answer does not come. */
async function answeredWithin<Answer>(silenceMs: number, answer: Promise<Answer>): Promise<Answer> {
  const timer = new AbortController();
  const silence = async (): Promise<never> => {
    await sleep(silenceMs, undefined, { signal: timer.signal });
    await lookAgain();
    throw new SilenceError(`the database did not respond for ${silenceMs / 1000} s`);
  };
  const silent = silence();
  silent.catch(() => {});
  try {
    return await Promise.race([answer, silent]);
  } finally {
    timer.abort();
  }
}
