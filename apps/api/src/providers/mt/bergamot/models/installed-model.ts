import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { hashFile, readJson, statIfPresent } from '../../../../lib/files.ts';
import type { ModelPaths } from '../protocol.ts';
import type { DownloadedFile } from './download.ts';

/** Size and hash of a file at its first download. Every later download must match them. */
const PinnedFile = Type.Object({
  role: Type.Enum(['model', 'shortlist', 'vocabulary', 'sourceVocabulary', 'targetVocabulary']),
  // The pattern excludes names that would leave the folder of the model.
  name: Type.String({ pattern: '^\\w[\\w.-]*$' }),
  /** Path of the file, relative to the base URL of the registry. */
  path: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
});
export type PinnedFile = Static<typeof PinnedFile>;

/**
 * Lock file of a model, which is written when all files are complete. The lock file records
 * checksums, because Mozilla's registry has a checksum only for the model file.
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

/** A model whose files are complete and unchanged since their download. */
export interface InstalledModel extends ModelPaths {
  readonly architecture: string;
  readonly identity: string;
}

export function lockPath(dir: string): string {
  return join(dir, 'lock.json');
}

/** Reads the lock file in a model's folder. Null if there is no readable lock file. */
export async function readModelLock(dir: string): Promise<ModelLock | null> {
  const lock = await readJson(lockPath(dir));
  if (!Check(ModelLock, lock) || !lock.files.some(({ role }) => role === 'model')) return null;
  // Ignores files with the role `shortlist`, which only lock files of earlier versions contain.
  return { ...lock, files: lock.files.filter(({ role }) => role !== 'shortlist') };
}

/** Returns the model in a folder. Null if the lock file does not list all files that a model needs. */
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

/** Returns a fingerprint of everything that affects translations by the model. */
function identifyModel(lock: ModelLock): string {
  return fingerprint(lock.files.map(({ role, sha256 }) => `${role} ${sha256}`));
}

/** Returns one fingerprint for a list of models, which changes if any of the models changes. */
export function identifyModels(locks: readonly ModelLock[]): string {
  return fingerprint(locks.map((lock) => `${lock.from} ${lock.to} ${identifyModel(lock)}`));
}

function fingerprint(lines: readonly string[]): string {
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 12);
}

/**
 * Returns the names, sizes and times of the files. They are faster to compare than a hash. Null if
 * a file is missing or has a wrong size.
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

/** Returns the name of the first file that differs from its download. Null if no file differs. */
export async function findDamagedFile(dir: string, lock: ModelLock): Promise<string | null> {
  for (const file of lock.files) {
    const found = await hashIfPresent(join(dir, file.name));
    if (found?.sha256 !== file.sha256) return file.name;
  }
  return null;
}
