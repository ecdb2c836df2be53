import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { isSystemError, writeJson } from '../../../../lib/files.ts';
import { exchange } from '../../../exchange.ts';
import type { EngineError } from '../../engine.ts';
import { modelError } from '../models/model-error.ts';
import { parseRegistry, type RegistryModel } from './format.ts';

const MAX_BYTES = 8 * 1024 * 1024;
/** Minimum size of a new list of models, as a share of the previous list's size. */
const LEAST_SHARE = 0.5;

/** The models that can be downloaded, by direction (`en-de`). */
export type RegistryModels = ReadonlyMap<string, RegistryModel>;

export interface Snapshot {
  readonly models: RegistryModels;
  readonly fetchedAtMs: number;
}

const Cached = Type.Object({
  source: Type.String(),
  fetchedAtMs: Type.Number(),
  document: Type.Unknown(),
});

/**
 * Returns the list of models that is stored on disk. Returns null if the list was downloaded from
 * another URL or cannot be read.
 */
export function readSnapshot(cached: unknown, source: URL): Snapshot | null {
  if (!Check(Cached, cached) || cached.source !== source.href) return null;
  const models = readModels(cached.document);
  return models && { models, fetchedAtMs: cached.fetchedAtMs };
}

/**
 * Downloads and parses the list of models.
 *
 * @throws EngineError `model_download_failed`, or the abort reason of the signal
 */
export async function fetchDocument(
  fetch: typeof globalThis.fetch,
  url: URL,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ readonly document: unknown; readonly models: RegistryModels }> {
  const { ok, status, body, problem } = await exchange({
    fetch,
    url,
    method: 'GET',
    headers: {},
    timeoutMs,
    signals: [signal],
    maxBytes: MAX_BYTES,
    followsRedirects: true,
  }).catch((error: Error) => {
    signal.throwIfAborted();
    throw downloadFailed(`${url}: ${error.message}`, true);
  });
  if (!ok) throw downloadFailed(`${url} answered ${status}`, status === 429 || status >= 500);
  if (problem !== undefined) throw downloadFailed(`${url} sent ${problem}`, true);
  const models = readModels(body);
  if (models === null) throw downloadFailed(`${url} is not a model registry`, true);
  return { document: body, models };
}

/**
 * Parses a downloaded or stored list of models. Returns null if the document is not a list of
 * models.
 */
function readModels(document: unknown): RegistryModels | null {
  try {
    return parseRegistry(document);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const downloadFailed = (detail: string, retryable: boolean): EngineError =>
  modelError('model_download_failed', detail, { retryable });

/** Rejects a list with far fewer models than before, because the list is probably incomplete. */
export function requireSimilar(count: number, lastCount: number, url: URL): void {
  if (count > 0 && count >= lastCount * LEAST_SHARE) return;
  const hint =
    lastCount === 0
      ? ''
      : ` instead of ${lastCount}; delete models/registry.json and restart to accept it`;
  throw downloadFailed(`${url} lists usable models for ${count} directions${hint}`, false);
}

/** Stores a list on disk. Ignores errors, because the list is also in memory. */
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
