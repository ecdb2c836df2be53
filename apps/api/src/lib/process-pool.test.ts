import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { type PooledProcess, ProcessPool } from './process-pool.ts';

interface Mode {
  readonly name: string;
  readonly stamp: string;
}

const makeMode = (name: string, stamp = '1'): Mode => ({ name, stamp });
const [A, B, C] = [makeMode('a-x'), makeMode('b-x'), makeMode('c-x')];
const never = new AbortController().signal;

let pool: ProcessPool<Mode, PooledProcess>;
let events: string[];

function open(maxProcesses: number, idleMs = 60_000): void {
  events = [];
  pool = new ProcessPool({
    maxProcesses,
    usersPerProcess: Number.POSITIVE_INFINITY,
    idleMs,
    tenureMs: 0,
    keyOf: ({ name, stamp }) => `${name} ${stamp}`,
    open({ name }) {
      events.push(`open ${name}`);
      return { close: async () => void events.push(`close ${name}`) };
    },
    closedError: () => new Error('closed'),
  });
}
afterEach(() => pool.close());

function use(mode: Mode, signal = never) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const done = pool.run(mode, signal, async () => {
    events.push(`use ${mode.name}`);
    await ended;
  });
  return { done, end };
}

const once = (mode: Mode) => pool.run(mode, never, async () => {});

describe('a pool of processes that callers share', () => {
  it('opens one process per mode, and callers share the process', async () => {
    open(3);
    const uses = [use(A), use(A), use(B)];
    await delay(0);
    expect(events).toEqual(['open a-x', 'open b-x', 'use a-x', 'use a-x', 'use b-x']);
    for (const { done, end } of uses) {
      end();
      await done;
    }
  });

  it('stops the least recently used process when it needs a slot', async () => {
    open(2);
    for (const mode of [A, B, A, C]) await once(mode);
    expect(events).toEqual(['open a-x', 'open b-x', 'close b-x', 'open c-x']);
  });

  it('makes a call wait while all slots are in use, and serves calls in order', async () => {
    open(1);
    const first = use(A);
    const second = use(B);
    const third = use(A);
    await delay(0);
    expect(events).toEqual(['open a-x', 'use a-x']);
    first.end();
    await first.done;
    await delay(0);
    expect(events.slice(2)).toEqual(['close a-x', 'open b-x', 'use b-x']);
    second.end();
    await second.done;
    third.end();
    await third.done;
    expect(events.slice(5)).toEqual(['close b-x', 'open a-x', 'use a-x']);
  });

  it('removes a call from the queue when its signal aborts, and serves the next call', async () => {
    open(1);
    const first = use(A);
    const control = new AbortController();
    const second = use(B, control.signal);
    const third = use(A);
    control.abort(new Error('gone'));
    await expect(second.done).rejects.toThrow('gone');
    await delay(0);
    expect(events).toEqual(['open a-x', 'use a-x', 'use a-x']);
    for (const { done, end } of [first, third]) {
      end();
      await done;
    }
  });

  it('frees the slot after a failed use', async () => {
    open(1);
    const failed = pool.run(A, never, async () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    await once(B);
    expect(events).toEqual(['open a-x', 'close a-x', 'open b-x']);
  });

  it('rejects a caller whose process cannot be started, and serves other callers', async () => {
    const missing = makeMode('missing-x');
    const failing = new ProcessPool<Mode, PooledProcess>({
      maxProcesses: 1,
      usersPerProcess: 1,
      idleMs: 60_000,
      tenureMs: 0,
      keyOf: ({ name }) => name,
      open(mode) {
        if (mode === missing) throw new Error('no such mode');
        return { close: async () => {} };
      },
      closedError: () => new Error('closed'),
    });
    const used: string[] = [];
    const use = (mode: Mode) => failing.run(mode, never, async () => void used.push(mode.name));
    const [first, refused, last] = await Promise.allSettled([use(A), use(missing), use(B)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { message: 'no such mode' } });
    expect([first!.status, last!.status]).toEqual(['fulfilled', 'fulfilled']);
    await expect(use(missing)).rejects.toThrow('no such mode');
    await use(A);
    expect(used).toEqual(['a-x', 'b-x', 'a-x']);
    await failing.close();
  });

  it('stops a process after an idle time, but not a process in use', async () => {
    open(2, 50);
    const long = use(A);
    await once(B);
    await eventually(() => expect(events).toContain('close b-x'));
    expect(events).toEqual(['open a-x', 'open b-x', 'use a-x', 'close b-x']);
    long.end();
    await long.done;
  });

  it('opens a new process for a mode whose file was replaced', async () => {
    open(2);
    await once(A);
    await once(makeMode('a-x', '2'));
    expect(events).toEqual(['open a-x', 'open a-x']);
  });

  it('closes all processes, and rejects waiting and later callers', async () => {
    open(1);
    const first = use(A);
    const second = use(B);
    await Promise.all([pool.close(), pool.close()]);
    await expect(second.done).rejects.toThrow('closed');
    await expect(once(A)).rejects.toThrow('closed');
    expect(events).toContain('close a-x');
    first.end();
    await first.done;
    expect(events.filter((event) => event.startsWith('open'))).toEqual(['open a-x']);
  });
});
