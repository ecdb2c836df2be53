import { execFile, spawnSync } from 'node:child_process';
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
  readonly headers: Readonly<Record<string, string>>;
}

export const hasWrk = spawnSync('wrk', ['-v']).error === undefined;

/**
 * Sends requests to one URL over keep-alive connections. One wrk thread is enough, because it needs
 * less CPU time per request than the measured server.
 */
export async function runWrk(
  url: string,
  { connections, seconds, headers }: WrkOptions,
): Promise<Load> {
  const args = ['--latency', '-t1', `-c${connections}`, `-d${seconds}s`];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  const { stdout } = await run('wrk', [...args, url]);
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
