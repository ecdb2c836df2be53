import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { hashFile, readJson, statIfPresent } from '../../../../lib/files.ts';
import type { ModelPaths } from '../protocol.ts';
import type { DownloadedFile } from './download.ts';

/** One file as it was first downloaded, which is how it must stay. */
const PinnedFile = Type.Object({
  role: Type.Enum(['model', 'shortlist', 'vocabulary', 'sourceVocabulary', 'targetVocabulary']),
  // A lock that somebody wrote by hand must not lead out of the folder.
  name: Type.String({ pattern: '^\\w[\\w.-]*$' }),
  /** Its path below the source. */
  path: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
});
export type PinnedFile = Static<typeof PinnedFile>;

/**
 * Stands beside a model's files once all of them are whole. Mozilla's registry has a checksum of the model
 * alone; those of the vocabularies are fixed here at the first download.
 */
const ModelLock = Type.Object({
  from: Type.String(),
  to: Type.String(),
  architecture: Type.String(),
  source: Type.String(),
  downloadedAt: Type.String(),
  files: Type.Array(PinnedFile),
});
export type ModelLock = Static<typeof ModelLock>;

/** A model whose files are there, and are what was first downloaded. */
export interface InstalledModel extends ModelPaths {
  readonly architecture: string;
  /** A fingerprint of its files. */
  readonly identity: string;
}

export function lockPath(dir: string): string {
  return join(dir, 'lock.json');
}

/** Returns the lock in a model's folder, or null if there is none that can be read. */
export async function readModelLock(dir: string): Promise<ModelLock | null> {
  const lock = await readJson(lockPath(dir));
  if (!Check(ModelLock, lock) || !lock.files.some(({ role }) => role === 'model')) return null;
  // Older locks name a shortlist, which is no longer used.
  return { ...lock, files: lock.files.filter(({ role }) => role !== 'shortlist') };
}

/** Returns null if the lock does not name what every model has. */
export function describeModel(dir: string, lock: ModelLock): InstalledModel | null {
  const { from, to, architecture } = lock;
  const list = (...roles: PinnedFile['role'][]): string[] =>
    roles.flatMap((role) =>
      lock.files.filter((file) => file.role === role).map(({ name }) => join(dir, name)),
    );
  const [modelPath] = list('model');
  const vocabularyPaths = list('vocabulary', 'sourceVocabulary', 'targetVocabulary');
  if (modelPath === undefined || vocabularyPaths.length === 0) return null;
  return { from, to, architecture, identity: identifyModel(lock), modelPath, vocabularyPaths };
}

/** A fingerprint of everything that makes the model: equal files, equal translations. */
function identifyModel(lock: ModelLock): string {
  return fingerprint(lock.files.map(({ role, sha256 }) => `${role} ${sha256}`));
}

/** The same of all models together. */
export function identifyModels(locks: readonly ModelLock[]): string {
  return fingerprint(locks.map((lock) => `${lock.from} ${lock.to} ${identifyModel(lock)}`));
}

function fingerprint(lines: readonly string[]): string {
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 12);
}

/**
 * Names, sizes and times of the files: while it stays the same, so do they. Null if a file is missing or has
 * another size: it need not be hashed to be wrong.
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

export async function hashIfPresent(path: string): Promise<DownloadedFile | null> {
  const found = await statIfPresent(path);
  if (found === null) return null;
  return { sizeBytes: found.size, sha256: await hashFile(path) };
}

/** Returns the first file that is not what was downloaded; null if all are. */
export async function findDamagedFile(dir: string, lock: ModelLock): Promise<string | null> {
  for (const file of lock.files) {
    const found = await hashIfPresent(join(dir, file.name));
    if (found?.sha256 !== file.sha256) return file.name;
  }
  return null;
}
