import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readJson } from './files.ts';
import type { FileRole } from './registry-format.ts';

/** One file as it was first downloaded, which is how it must stay. */
export interface PinnedFile {
  readonly role: FileRole;
  readonly name: string;
  /** Where it came from, below the source. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/**
 * Stands beside a model's files once all of them are whole. Mozilla's registry has a checksum of the model
 * alone; those of the vocabularies are fixed here at the first download.
 */
export interface ModelLock {
  readonly from: string;
  readonly to: string;
  readonly architecture: string;
  readonly source: string;
  readonly downloadedAt: string;
  readonly files: readonly PinnedFile[];
}

const LOCK_NAME = 'lock.json';
const ROLES: readonly string[] = [
  'model',
  'vocabulary',
  'sourceVocabulary',
  'targetVocabulary',
] satisfies readonly FileRole[];

export function lockPath(dir: string): string {
  return join(dir, LOCK_NAME);
}

/** The lock in a model's folder, or null where there is none that can be read. */
export async function readModelLock(dir: string): Promise<ModelLock | null> {
  return parseModelLock(await readJson(lockPath(dir)));
}

export function parseModelLock(document: unknown): ModelLock | null {
  if (!isRecord(document)) return null;
  const { from, to, architecture, source, downloadedAt, files } = document;
  if (!isText(from) || !isText(to) || !isText(architecture)) return null;
  if (!isText(source) || !isText(downloadedAt)) return null;
  if (!Array.isArray(files) || !files.some((file) => file?.role === 'model')) return null;
  // Older locks name a shortlist, which is no longer used.
  const used = files.filter((file) => file?.role !== 'shortlist');
  if (!used.every(isPinnedFile)) return null;
  return { from, to, architecture, source, downloadedAt, files: used };
}

/** A fingerprint of everything that makes the model: equal files, equal translations. */
export function identifyModel(lock: ModelLock): string {
  return fingerprint(lock.files.map(({ role, sha256 }) => `${role} ${sha256}`));
}

/** The same of all models together. */
export function identifyModels(locks: readonly ModelLock[]): string {
  return fingerprint(locks.map((lock) => `${lock.from} ${lock.to} ${identifyModel(lock)}`));
}

function fingerprint(lines: readonly string[]): string {
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 12);
}

/** The file with this role; null where the model has none. */
export function findPinned(lock: ModelLock, role: FileRole): PinnedFile | null {
  return lock.files.find((file) => file.role === role) ?? null;
}

function isPinnedFile(value: unknown): value is PinnedFile {
  return (
    isRecord(value) &&
    isText(value.role) &&
    ROLES.includes(value.role) &&
    isText(value.name) &&
    // A lock that somebody wrote by hand must not lead out of the folder.
    /^\w[\w.-]*$/.test(value.name) &&
    isText(value.path) &&
    isText(value.sha256) &&
    Number.isSafeInteger(value.sizeBytes)
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
