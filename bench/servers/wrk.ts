import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MS_OF = { us: 0.001, ms: 1, s: 1_000 } as const;
const SCRIPT = new URL('requests.lua', import.meta.url).pathname;

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

export interface RequestOptions extends WrkOptions {
  readonly method: 'GET' | 'PATCH';
  /** Paths that are requested in turn, relative to the address. */
  readonly paths: readonly string[];
  /** Number of requests in flight on each connection. Defaults to 1. */
  readonly depth?: number;
}

export const hasWrk = spawnSync('wrk', ['-v']).error === undefined;

let runs = 0;

/** Sends requests for one address over keep-alive connections. wrk's single thread costs less than the server. */
export async function runWrk(
  url: string,
  { connections, seconds, headers }: WrkOptions,
  ...script: readonly string[]
): Promise<Load> {
  const args = ['--latency', '-t1', `-c${connections}`, `-d${seconds}s`];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  const { stdout } = await run('wrk', [...args, ...script.slice(0, 2), url, ...script.slice(2)]);
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

/** Sends requests for several paths. Each PATCH sends a text that no value has yet. */
export async function runRequests(
  url: string,
  { method, paths, depth = 1, ...options }: RequestOptions,
): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-wrk-'));
  const list = join(folder, 'paths');
  writeFileSync(list, paths.map((path) => `${path}\n`).join(''));
  const text = `Edition ${process.pid} ${runs++}`;
  try {
    return await runWrk(url, options, '-s', SCRIPT, '--', method, list, text, String(depth));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
