import { once } from 'node:events';
import { Writable } from 'node:stream';
import { LIMITS } from '@parlance/contracts';
import { expect, it } from 'vitest';
import { EventStream } from './event-stream.ts';

const KIB = Buffer.alloc(1024, 'x');

function openConnection() {
  const taken: Buffer[] = [];
  let goOn = () => {};
  const connection = new Writable({
    highWaterMark: 16 * 1024,
    write(chunk: Buffer, _, done) {
      taken.push(chunk);
      goOn = done;
    },
  });
  return { connection, taken, letOn: () => goOn() };
}

it('an event stream disconnects a reader whose unread data exceeds the limit', async () => {
  const { connection } = openConnection();
  let closed = 0;
  const stream = new EventStream(
    () => connection.writableLength,
    () => closed++,
  );
  stream.pipe(connection);
  const most = LIMITS.eventBufferBytes / KIB.length;
  for (let index = 0; index < most; index++) stream.send(KIB);
  await new Promise(setImmediate);
  expect([stream.destroyed, closed]).toEqual([false, 0]);
  for (let index = 0; index < 2; index++) stream.send(KIB);
  await once(stream, 'close');
  expect([stream.destroyed, closed]).toEqual([true, 1]);
  stream.send(KIB);
  stream.end(KIB);
  expect(closed).toBe(1);
});

it('an event stream ends after its last event, or immediately if its reader is behind', async () => {
  const prompt: string[] = [];
  const good = new EventStream(
    () => 0,
    () => {},
  );
  good.on('data', (chunk: Buffer) => prompt.push(chunk.toString()));
  good.send(Buffer.from('one'));
  await new Promise(setImmediate);
  good.end(Buffer.from('last'));
  await once(good, 'end');
  expect(prompt).toEqual(['one', 'last']);

  const { connection, taken } = openConnection();
  const slow = new EventStream(
    () => connection.writableLength,
    () => {},
  );
  slow.pipe(connection);
  for (let index = 0; index < 64; index++) slow.send(KIB);
  await new Promise(setImmediate);
  slow.end(Buffer.from('last'));
  await once(slow, 'close');
  expect(taken.join('')).not.toContain('last');
});
