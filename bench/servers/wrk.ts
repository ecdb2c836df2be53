import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MS_OF = { us: 0.001, ms: 1, s: 1_000 } as const;

/** The responses of a server under maximum load. */
export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

export interface WrkOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Sent as `If-None-Match` unless it is empty. */
  readonly etag: string;
  /** Defaults to `br`. */
  readonly encoding?: 'br' | 'gzip';
}

/** Sends requests over keep-alive connections with wrk. Its single thread costs less than the measured server. */
export async function runWrk(
  url: string,
  { connections, seconds, etag, encoding = 'br' }: WrkOptions,
): Promise<Load> {
  const headers = [`Accept-Encoding: ${encoding}`, ...(etag ? [`If-None-Match: ${etag}`] : [])];
  const args = ['--latency', '-t1', `-c${connections}`, `-d${seconds}s`];
  const { stdout } = await run('wrk', [
    ...args,
    ...headers.flatMap((header) => ['-H', header]),
    url,
  ]);
  const [, requests] = /(\d+) requests in/.exec(stdout) ?? [];
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  // wrk counts a 304 as a success.
  if (!requests || !perSecond || !unit || /Non-2xx or 3xx|Socket errors/.test(stdout)) {
    throw new Error(`wrk said ${stdout}`);
  }
  return {
    requests: Number(requests),
    perSecond: Number(perSecond),
    p99Ms: Number(p99) * MS_OF[unit as keyof typeof MS_OF],
  };
}
