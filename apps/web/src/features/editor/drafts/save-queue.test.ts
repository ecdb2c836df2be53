import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { type SaveAnswer, SaveQueue, type SaveStatus } from './save-queue.ts';

interface Save {
  text: string;
  version: number;
}

function setUp() {
  const sent: { cell: string; save: Save; answer: (answer: SaveAnswer<number>) => void }[] = [];
  const timers: { delayMs: number; run: () => void }[] = [];
  const statuses: SaveStatus<Save, number>[] = [];
  const queue = new SaveQueue<Save, number>({
    send: (cell, save) => new Promise((resolve) => sent.push({ cell, save, answer: resolve })),
    rebase: (save, _sent, version) => ({ ...save, version }),
    schedule: (delayMs, run) => timers.push({ delayMs, run }),
    onStatus: (_cell, status) => statuses.push(status),
  });
  return { queue, sent, timers, statuses };
}

describe('SaveQueue', () => {
  it('sends only the newest waiting text, as an edit of the version in the previous response', async () => {
    const { queue, sent, statuses } = setUp();
    queue.save('a', { text: 'one', version: 3 });
    queue.save('a', { text: 'two', version: 3 });
    queue.save('a', { text: 'three', version: 3 });
    expect(sent).toHaveLength(1);
    sent[0]?.answer({ kind: 'saved', saved: 4 });
    await eventually(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.save).toEqual({ text: 'three', version: 4 });
    sent[1]?.answer({ kind: 'saved', saved: 5 });
    await eventually(() => expect(queue.has('a')).toBe(false));
    expect(statuses.map(({ kind }) => kind)).toEqual(['saving', 'saved', 'saving', 'saved']);
  });

  it('sends at most four cells at once', async () => {
    const { queue, sent } = setUp();
    for (const cell of ['a', 'b', 'c', 'd', 'e']) queue.save(cell, { text: 'x', version: 0 });
    expect(sent.map(({ cell }) => cell)).toEqual(['a', 'b', 'c', 'd']);
    sent[1]?.answer({ kind: 'saved', saved: 1 });
    await eventually(() => expect(sent.map(({ cell }) => cell)).toContain('e'));
  });

  it('retries after the delay that the service requested, then with a growing delay', async () => {
    const { queue, sent, timers } = setUp();
    queue.save('a', { text: 'x', version: 1 });
    sent[0]?.answer({ kind: 'unavailable', reason: 'service', retryAfterMs: 7_000 });
    await eventually(() => expect(timers).toHaveLength(1));
    timers[0]?.run();
    sent[1]?.answer({ kind: 'unavailable', reason: 'offline' });
    await eventually(() => expect(timers).toHaveLength(2));
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([7_000, 2_000]);
    expect(queue.has('a')).toBe(true);
  });

  it('sends a waiting save once if it is retried before its timer ends', async () => {
    const { queue, sent, timers } = setUp();
    queue.save('a', { text: 'x', version: 1 });
    sent[0]?.answer({ kind: 'unavailable', reason: 'offline' });
    await eventually(() => expect(timers).toHaveLength(1));
    queue.retryNow();
    timers[0]?.run();
    expect(sent).toHaveLength(2);
  });

  it('returns the newest text if a save is rejected', async () => {
    const { queue, sent, statuses } = setUp();
    queue.save('a', { text: 'one', version: 3 });
    queue.save('a', { text: 'two', version: 3 });
    sent[0]?.answer({ kind: 'refused', problem: 'no' });
    await eventually(() => expect(queue.has('a')).toBe(false));
    const save = { text: 'two', version: 3 };
    expect(statuses.at(-1)).toEqual({ kind: 'refused', problem: 'no', save });
  });

  it('removes a save that is not sent yet', async () => {
    const { queue, sent, timers } = setUp();
    queue.save('a', { text: 'x', version: 1 });
    sent[0]?.answer({ kind: 'unavailable', reason: 'offline' });
    await eventually(() => expect(timers).toHaveLength(1));
    queue.drop('a');
    timers[0]?.run();
    expect(sent).toHaveLength(1);
  });
});
