import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A fake server of chat completions that returns every text with a mark added. */
export interface ModelServer {
  readonly url: string;
  /** Duration of each call in milliseconds. */
  delayMs: number;
  stop(): void;
}

export async function startModelServer(): Promise<ModelServer> {
  const state = { url: '', delayMs: 0, stop: () => {} };
  const server = createServer(async (request, response) => {
    const arrivedAt = performance.now();
    const { messages } = (await json(request)) as { messages: { content: string }[] };
    const { items } = JSON.parse(messages.at(-1)!.content) as {
      items: { id: string; text: string }[];
    };
    const translated = items.map(({ id, text }) => ({ id, text: `·${text}` }));
    const message = { role: 'assistant', content: JSON.stringify({ items: translated }) };
    const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
    const leftMs = state.delayMs - (performance.now() - arrivedAt);
    if (leftMs > 0) await sleep(leftMs);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  state.url = `http://127.0.0.1:${address.port}/v1`;
  state.stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return state;
}
