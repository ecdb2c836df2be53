import { expect, it } from 'vitest';
import { readEvents } from './read-events.ts';

/** Returns a response whose body arrives in chunks of a few bytes. */
const inPieces = (text: string, size: number, onCancel = () => {}): Response => {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.slice(at, at + size));
        at += size;
      },
      cancel: onCancel,
    }),
  );
};

const STREAM =
  ':\n\nevent: reset\ndata: {"type":"reset","number":4}\nid: 4\n\nretry: 1000\n\n' +
  'event: change\ndata: {"type":"change","number":5,"by":{"name":"Zoë 👍"}}\nid: 5\n\n' +
  'event: change\ndata: {"type":"change","nu';

it('readEvents yields whole events, however the bytes arrive', async () => {
  for (const size of [1, 2, 3, 7, 64, 1_000]) {
    const events = [];
    for await (const event of readEvents(inPieces(STREAM, size))) events.push(event);
    expect(events).toEqual([
      { type: 'reset', number: 4 },
      { type: 'change', number: 5, by: { name: 'Zoë 👍' } },
    ]);
  }
});

it('readEvents closes the stream if the loop over its events ends early', async () => {
  let isClosed = false;
  const response = inPieces(STREAM, 40, () => {
    isClosed = true;
  });
  for await (const event of readEvents(response)) {
    expect(event.type).toBe('reset');
    break;
  }
  expect(isClosed).toBe(true);
});
