import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError, writeJson } from './files.ts';
import { ModelError } from './model-error.ts';
import { parseRegistry, type RegistryModel } from './registry-format.ts';

const MAX_BYTES = 8 * 1024 * 1024;
/** Minimum share of the models of the last list. */
const LEAST_SHARE = 0.5;

/** The models that can be downloaded, by direction (`en-de`). */
export type RegistryModels = ReadonlyMap<string, RegistryModel>;

/** A list of models, and when it was fetched. */
export interface Snapshot {
  readonly models: RegistryModels;
  readonly fetchedAtMs: number;
}

/** Reads what was written to disk; null if it is of another source or cannot be read. */
export function readSnapshot(cached: unknown, source: URL): Snapshot | null {
  if (typeof cached !== 'object' || cached === null) return null;
  if (!('source' in cached) || cached.source !== source.href) return null;
  if (!('fetchedAtMs' in cached) || typeof cached.fetchedAtMs !== 'number') return null;
  if (!('document' in cached)) return null;
  try {
    return { models: parseRegistry(cached.document), fetchedAtMs: cached.fetchedAtMs };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Fetches the list. @throws ModelError */
export async function fetchDocument(
  fetch: typeof globalThis.fetch,
  url: URL,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    signal,
    headers: { accept: 'application/json' },
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ModelError('model_download_failed', `${url} answered ${response.status}`, {
      retryable: response.status === 429 || response.status >= 500,
    });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      throw new ModelError('model_download_failed', `${url}: too long for a list of models`);
    }
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** A list that suddenly offers far less is more likely broken than true: the last good one is kept. */
export function requireSimilar(count: number, lastCount: number, url: URL): void {
  if (count > 0 && count >= lastCount * LEAST_SHARE) return;
  const hint =
    lastCount === 0
      ? ''
      : ` instead of ${lastCount}; delete models/registry.json and restart to accept it`;
  throw new ModelError(
    'model_download_failed',
    `${url} lists usable models for ${count} directions${hint}`,
  );
}

/** Keeps a list on disk. A list that cannot be kept is still a list. */
export async function writeDocument(
  options: {
    readonly source: URL;
    log(level: 'warn', message: string, fields: Record<string, unknown>): void;
  },
  path: string,
  document: unknown,
  fetchedAtMs: number,
): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeJson(path, { source: options.source.href, fetchedAtMs, document });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    options.log('warn', 'bergamot: the list of models cannot be kept', { error: error.message });
  }
}
