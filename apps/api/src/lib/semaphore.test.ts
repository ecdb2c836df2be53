import { expect, test } from 'vitest';
import { randomOf } from '../../test/processes/process.ts';
import { Semaphore } from './semaphore.ts';

test('a semaphore admits callers in order, and a caller that gives up leaves the queue', async () => {
  const semaphore = new Semaphore(1);
  const leave = await semaphore.enter();
  const order: string[] = [];
  const gone = new AbortController();
  const first = semaphore.run(async () => void order.push('first'), { signal: gone.signal });
  const second = semaphore.run(async () => void order.push('second'));
  const third = semaphore.run(async () => void order.push('third'), {
    signal: new AbortController().signal,
  });
  gone.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  leave();
  await Promise.all([second, third]);
  expect(order).toEqual(['second', 'third']);
});

test('a semaphore admits no caller whose signal has aborted', async () => {
  const semaphore = new Semaphore(1);
  await expect(semaphore.enter({ signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
    'gone',
  );
  (await semaphore.enter())();
});

test('a semaphore admits callers of different names in turn, and no name can occupy all slots', async () => {
  const semaphore = new Semaphore(4, 3);
  const order: string[] = [];
  const leaves: (() => void)[] = [];
  const enter = (name: string): void => {
    void semaphore.enter({ name }).then((leave) => {
      order.push(name);
      leaves.push(leave);
    });
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  for (let index = 0; index < 10; index++) enter('large');
  await settle();
  expect(order).toEqual(['large', 'large', 'large']);
  enter('small');
  enter('small');
  await settle();
  expect(order).toEqual(['large', 'large', 'large', 'small']);
  enter('third');
  for (let turn = 0; turn < 3; turn++) {
    leaves.shift()!();
    await settle();
  }
  expect(order.slice(4)).toEqual(['large', 'small', 'third']);
});

test.each([1, 2, 3, 4, 5])(
  'a semaphore completes or rejects every call and exceeds no limit with the random seed %i',
  async (seed) => {
    const random = randomOf(seed);
    const semaphore = new Semaphore(4, 2);
    const inside = new Map<string, number>();
    let done = 0;
    const work = async (name: string): Promise<void> => {
      inside.set(name, (inside.get(name) ?? 0) + 1);
      expect(inside.get(name)).toBeLessThanOrEqual(2);
      expect([...inside.values()].reduce((sum, own) => sum + own, 0)).toBeLessThanOrEqual(4);
      for (let turns = random() * 4; turns > 0; turns--) await Promise.resolve();
      inside.set(name, inside.get(name)! - 1);
      done++;
    };
    let gone = 0;
    const all = Array.from({ length: 200 }, async () => {
      const name = 'abcde'[Math.floor(random() * 5)]!;
      const controller = new AbortController();
      const ended = semaphore
        .run(() => work(name), { signal: controller.signal, name })
        .catch(() => gone++);
      if (random() < 0.2) controller.abort();
      await ended;
    });
    await Promise.all(all);
    expect(done + gone).toBe(200);
    const leaves = await Promise.all(['a', 'b', 'c', 'd'].map((name) => semaphore.enter({ name })));
    expect(leaves).toHaveLength(4);
  },
);
