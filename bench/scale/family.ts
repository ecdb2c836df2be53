import { type ChildProcess, execFile, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadAnswer, LoadOrder, Sender } from './load.ts';

const run = promisify(execFile);
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** Number of requests in flight on each connection. Pipelining keeps the load process cheaper than a server. */
const PIPELINED = 16;
const CONNECTIONS = 32;

/** Processes that send requests, one for each server, so that the load is never the bottleneck. */
export class LoadFamily {
  readonly #children: ChildProcess[] = [];

  /**
   * Divides senders among servers, and sends their requests for a while. Returns the sorted response times in ms, and
   * the responses per second.
   */
  async send(
    urls: readonly string[],
    apiKey: string,
    senders: readonly Sender[],
    lastsMs: number,
  ): Promise<{ times: number[]; perSecond: number }> {
    const startedAt = performance.now();
    const answers = await Promise.all(
      urls.map((url, index) => {
        const own = senders.filter((_, at) => at % urls.length === index);
        return this.#order(index, { url, apiKey, senders: own, lastsMs });
      }),
    );
    const tookMs = performance.now() - startedAt;
    const times = answers.flat().sort((a, b) => a - b);
    return { times, perSecond: (1_000 * times.length) / tookMs };
  }

  #order(index: number, order: LoadOrder): Promise<LoadAnswer> {
    this.#children[index] ??= fork(pathOf('load.ts'));
    const child = this.#children[index];
    return new Promise((resolve, reject) => {
      const end = (): void => reject(new Error('a process of load has ended'));
      child.once('exit', end);
      child.once('message', (answer) => {
        child.off('exit', end);
        resolve(answer as LoadAnswer);
      });
      child.send(order);
    });
  }

  stop(): void {
    for (const child of this.#children) child.disconnect();
  }
}

/** Sends the same request to each address from one load process per address. Returns the responses per second. */
export async function requestAll(urls: readonly string[], lastsMs: number): Promise<number> {
  const answers = await Promise.all(
    urls.map((url) =>
      run(process.execPath, [
        pathOf('../load.ts'),
        url,
        ...[CONNECTIONS, lastsMs, PIPELINED].map(String),
      ]),
    ),
  );
  return answers.reduce(
    (sum, { stdout }) => sum + (JSON.parse(stdout) as { perSecond: number }).perSecond,
    0,
  );
}
