import { describe, expect, it } from 'vitest';
import { raceAbort } from './race-abort.ts';

const never = () => new Promise<never>(() => {});

describe('work that is awaited until a signal aborts', () => {
  it('succeeds and fails as it does without a signal', async () => {
    const { signal } = new AbortController();
    expect(await raceAbort(Promise.resolve(1), signal)).toBe(1);
    await expect(raceAbort(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  });

  it.each([
    ['before', (over: AbortController) => over.abort(new Error('over'))],
    ['meanwhile', (over: AbortController) => void setTimeout(() => over.abort(new Error('over')))],
  ])('rejects when the signal aborts %s', async (_, abort) => {
    const over = new AbortController();
    abort(over);
    await expect(raceAbort(never(), over.signal)).rejects.toThrow('over');
  });

  it('may fail after its caller has stopped waiting', async () => {
    const work = Promise.withResolvers<never>();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    await expect(raceAbort(work.promise, AbortSignal.abort(new Error('over')))).rejects.toThrow();
    work.reject(new Error('too late'));
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
