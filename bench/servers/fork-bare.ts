import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';

/** A bare server in a separate process. */
export interface BareServer {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** A response with its raw headers, and its body in Base64. */
export interface BareAnswer {
  readonly headers: string[];
  readonly body: string;
  readonly etag: string;
}

const PROGRAM = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** Starts `bare-server.ts`, which reads the variables. */
export async function forkBare(
  env: Partial<Record<'BARE_ANSWER' | 'DATABASE_URL' | 'MORE_ROWS', string>>,
): Promise<BareServer> {
  const child = fork(PROGRAM, { env: { ...process.env, ...env } });
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill() };
}

/** Starts a bare server that sends the service's response for a bundle, with the same brotli bytes and headers. */
export async function forkBareBundle(url: string): Promise<BareServer & { etag: string }> {
  const answer = await rawAnswer(url);
  const server = await forkBare({ BARE_ANSWER: JSON.stringify(answer) });
  return { ...server, url: `${server.url}/`, etag: answer.etag };
}

function rawAnswer(url: string): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const headers = response.rawHeaders.filter(
          (_, at, all) => !/^(date|connection|keep-alive)$/i.test(all[at - (at % 2)]!),
        );
        const etag = response.headers.etag ?? '';
        resolve({ headers, body: Buffer.concat(chunks).toString('base64'), etag });
      });
    }).on('error', reject);
  });
}
