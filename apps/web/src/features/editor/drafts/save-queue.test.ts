import { describe, expect, it, vi } from 'vitest';
import { type CellSave, type CellStatus, createSaveQueue, type SaveAnswer } from './save-queue.ts';

function setUp() {
  const sent: { cellId: string; save: CellSave; answer: (answer: SaveAnswer) => void }[] = [];
  const timers: { delayMs: number; run: () => void }[] = [];
  const statuses: [string, CellStatus][] = [];
  const queue = createSaveQueue({
    send: (cellId, save) => new Promise((resolve) => sent.push({ cellId, save, answer: resolve })),
    schedule: (delayMs, run) => timers.push({ delayMs, run }),
    onStatus: (cellId, status) => statuses.push([cellId, status]),
  });
  return { queue, sent, timers, statuses };
}

describe('createSaveQueue', () => {
  it('sends only the newest waiting text, on the version of the answer before it', async () => {
    const { queue, sent, statuses } = setUp();
    queue.save('a', { text: 'one', version: 3 });
    queue.save('a', { text: 'two', version: 3 });
    queue.save('a', { text: 'three', version: 3 });
    expect(sent).toHaveLength(1);
    sent[0]?.answer({ kind: 'saved', version: 4 });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.save).toEqual({ text: 'three', version: 4 });
    sent[1]?.answer({ kind: 'saved', version: 5 });
    await vi.waitFor(() => expect(queue.pendingCount()).toBe(0));
    expect(statuses.filter(([, status]) => status.kind === 'saved')).toEqual([
      ['a', { kind: 'saved', version: 5 }],
    ]);
  });

  it('sends at most four cells at once', async () => {
    const { queue, sent } = setUp();
    for (const cellId of ['a', 'b', 'c', 'd', 'e']) queue.save(cellId, { text: 'x', version: 0 });
    expect(sent.map(({ cellId }) => cellId)).toEqual(['a', 'b', 'c', 'd']);
    sent[1]?.answer({ kind: 'saved', version: 1 });
    await vi.waitFor(() => expect(sent.map(({ cellId }) => cellId)).toContain('e'));
  });

  it('retries after the delay that the service asked for, then with a growing delay', async () => {
    const { queue, sent, timers } = setUp();
    queue.save('a', { text: 'x', version: 1 });
    sent[0]?.answer({ kind: 'unavailable', retryAfterMs: 7_000 });
    await vi.waitFor(() => expect(timers).toHaveLength(1));
    timers[0]?.run();
    sent[1]?.answer({ kind: 'unavailable' });
    await vi.waitFor(() => expect(timers).toHaveLength(2));
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([7_000, 2_000]);
    expect(queue.pendingCount()).toBe(1);
  });

  it('sends a waiting save once when it is retried before its timer ends', async () => {
    const { queue, sent, timers } = setUp();
    queue.save('a', { text: 'x', version: 1 });
    sent[0]?.answer({ kind: 'unavailable' });
    await vi.waitFor(() => expect(timers).toHaveLength(1));
    queue.retryNow();
    timers[0]?.run();
    expect(sent).toHaveLength(2);
  });

  it('hands back the newest text with the base version when a save is refused', async () => {
    const { queue, sent, statuses } = setUp();
    queue.save('a', { text: 'one', version: 3 });
    queue.save('a', { text: 'two', version: 3 });
    sent[0]?.answer({ kind: 'refused', reason: 'version_conflict' });
    await vi.waitFor(() => expect(queue.pendingCount()).toBe(0));
    expect(statuses.at(-1)).toEqual([
      'a',
      { kind: 'failed', reason: 'version_conflict', save: { text: 'two', version: 3 } },
    ]);
  });
});
