import { Agent, request } from 'node:http';

/** The requests of one client, which repeats them sequentially. */
export interface Sender {
  readonly method: 'GET' | 'PATCH';
  readonly paths: readonly string[];
}

export interface LoadOrder {
  readonly url: string;
  readonly apiKey: string;
  readonly senders: readonly Sender[];
  readonly lastsMs: number;
}

/** Duration of each request in ms. */
export type LoadAnswer = readonly number[];

/**
 * Sends load to one server process. Runs as a child process: each message is an order, and each order gets a reply. A
 * `PATCH` always sends a new text.
 */
process.on('message', (order: LoadOrder) => {
  send(order).then(
    (times) => process.send!(times),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on('disconnect', () => process.exit());

async function send({ url, apiKey, senders, lastsMs }: LoadOrder): Promise<LoadAnswer> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const until = performance.now() + lastsMs;
  await Promise.all(
    senders.map(async ({ method, paths }) => {
      for (let at = 0; performance.now() < until; at++) {
        const startedAt = performance.now();
        await exchange(agent, { method, url: url + paths[at % paths.length]!, apiKey });
        times.push(performance.now() - startedAt);
      }
    }),
  );
  agent.destroy();
  return times;
}

let edition = 0;

function exchange(
  agent: Agent,
  { method, url, apiKey }: { method: string; url: string; apiKey: string },
): Promise<void> {
  const body =
    method === 'PATCH' ? JSON.stringify({ text: `Edition ${process.pid} ${edition++}` }) : '';
  const headers = {
    Authorization: `ApiKey ${apiKey}`,
    ...(body !== '' && { 'Content-Type': 'application/json', 'Content-Length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`${method} ${url}: ${response.statusCode}`));
      response.resume();
      response.once('end', resolve);
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
