import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Load, WrkOptions } from './wrk.ts';

export type { Load };

export interface RequestOptions extends WrkOptions {
  readonly method: 'GET' | 'PATCH';
  /** Paths that are requested in turn, relative to the address. */
  readonly paths: readonly string[];
  /** Number of requests that each connection sends at once. Defaults to 1. */
  readonly depth?: number;
}

/**
 * Sends requests for several paths from a separate Node process, because a machine may lack wrk. Each PATCH sends a
 * text that no value has yet.
 */
export async function runRequests(url: string, options: RequestOptions): Promise<Load> {
  const child = fork(new URL('send-requests.ts', import.meta.url));
  child.send({ url, ...options });
  const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof answer !== 'object') throw new Error(`a process of load ended with ${answer}`);
  return answer as Load;
}
