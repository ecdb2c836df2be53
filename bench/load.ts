import { Agent, request } from 'node:http';

/** Requests of one address over kept-alive connections, in a process of its own: `node load.ts <url> <connections> <ms> [etag]`. */
const [url, connections, lastsMs, etag] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const headers = { 'Accept-Encoding': 'br', ...(etag ? { 'If-None-Match': etag } : {}) };
const wanted = etag ? 304 : 200;
const until = performance.now() + Number(lastsMs);
const waits: number[] = [];

const ask = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const askedAt = performance.now();
    request(url!, { agent, headers }, (response) => {
      if (response.statusCode !== wanted) reject(new Error(`answered ${response.statusCode}`));
      response.resume().on('end', () => {
        waits.push(performance.now() - askedAt);
        resolve();
      });
    })
      .on('error', reject)
      .end();
  });

await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < until) await ask();
  }),
);
agent.destroy();
waits.sort((a, b) => a - b);
const perSecond = (waits.length / Number(lastsMs)) * 1000;
process.stdout.write(
  JSON.stringify({ perSecond, p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0 }),
);
