import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DownloadedFile } from './download.ts';
import { hashFile, isErrno } from './files.ts';
import { findPinned, identifyModel, type ModelLock } from './model-lock.ts';

/** A model whose files are there, and are what was first downloaded. */
export interface InstalledModel {
  readonly from: string;
  readonly to: string;
  readonly architecture: string;
  /** A fingerprint of its files. */
  readonly identity: string;
  readonly modelPath: string;
  /** One, or the source's and the target's. */
  readonly vocabularyPaths: readonly string[];
}

/** Null where the lock does not name what every model has. */
export function describeModel(dir: string, lock: ModelLock): InstalledModel | null {
  const model = findPinned(lock, 'model');
  const vocabularies = (['vocabulary', 'sourceVocabulary', 'targetVocabulary'] as const)
    .map((role) => findPinned(lock, role))
    .filter((file) => file !== null);
  if (model === null || vocabularies.length === 0) return null;
  return {
    from: lock.from,
    to: lock.to,
    architecture: lock.architecture,
    identity: identifyModel(lock),
    modelPath: join(dir, model.name),
    vocabularyPaths: vocabularies.map((file) => join(dir, file.name)),
  };
}

/**
 * Names, sizes and times of the files: while it stays the same, so do they. Null where a file is missing or
 * has another size: it need not be hashed to be wrong.
 */
export async function readSignature(dir: string, lock: ModelLock): Promise<string | null> {
  const parts: (string | number)[] = [];
  for (const file of lock.files) {
    const found = await statIfPresent(join(dir, file.name));
    if (found === null || found.size !== file.sizeBytes) return null;
    parts.push(file.name, file.sha256, found.size, found.mtimeMs, found.ino);
  }
  return parts.join('\0');
}

export async function statIfPresent(
  path: string,
): Promise<{ size: number; mtimeMs: number; ino: number } | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

export async function hashIfPresent(path: string): Promise<DownloadedFile | null> {
  const found = await statIfPresent(path);
  if (found === null) return null;
  return { sizeBytes: found.size, sha256: await hashFile(path) };
}

/** The first file that is not what was downloaded; null where all are. */
export async function findDamagedFile(dir: string, lock: ModelLock): Promise<string | null> {
  for (const file of lock.files) {
    const found = await hashIfPresent(join(dir, file.name));
    if (found?.sha256 !== file.sha256) return file.name;
  }
  return null;
}
