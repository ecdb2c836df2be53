import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

test('a semaphore lets callers in in order, and a caller that gives up leaves the line', async () => {
  const semaphore = new Semaphore(1);
  const leave = await semaphore.enter();
  const order: string[] = [];
  const gone = new AbortController();
  const first = semaphore.run(async () => void order.push('first'), gone.signal);
  const second = semaphore.run(async () => void order.push('second'));
  const third = semaphore.run(async () => void order.push('third'), new AbortController().signal);
  gone.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  leave();
  await Promise.all([second, third]);
  expect(order).toEqual(['second', 'third']);
});

test('a semaphore lets nobody in whose signal has aborted', async () => {
  const semaphore = new Semaphore(1);
  await expect(semaphore.enter(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  (await semaphore.enter())();
});
