import { basename } from 'node:path/posix';

/** Purposes of a model's files. */
export type FileRole = 'model' | 'vocabulary' | 'sourceVocabulary' | 'targetVocabulary';

export interface RegistryFile {
  readonly role: FileRole;
  /** Below the registry's base address. */
  readonly path: string;
  /** Its name on disk. */
  readonly name: string;
  /** Size of the uncompressed file; null if the registry does not say. */
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
}

export interface RegistryModel {
  readonly from: string;
  readonly to: string;
  readonly architecture: string;
  readonly releaseStatus: string;
  /** The model itself comes first: its checksum is known, so it vouches for the host before the rest is pinned. */
  readonly files: readonly RegistryFile[];
}

/** `<from>-<to>`: the registry's own key, and the name of the model's folder. */
export function directionKey(from: string, to: string): string {
  return `${from}-${to}`;
}

const LANGUAGE_CODE = /^[a-z]{2,3}(?:[_-][a-z0-9]{2,8})*$/i;
const SHA256 = /^[0-9a-f]{64}$/i;
const PATH = /^[\w.-]+(?:\/[\w.-]+)*$/;
/** Nothing that could take the place of the folder's own files. */
const FILE_NAME = /^\w[\w.-]*\.(?:bin|spm)$/;
/** Maximum size of a model in the wasm's memory, with room to work. */
export const MAX_MODEL_BYTES = 512 * 1024 * 1024;

/**
 * Among several models of one direction: the one that Firefox ships. `base-memory` has the quality of
 * `base` in less memory; `tiny` is for phones.
 */
const ARCHITECTURES = ['base-memory', 'base', 'tiny'];
/** `Release`, `Release Desktop`, `Release Android`; then what testers have; null is an experiment. */
const STATUSES = [/^Release/, /^Beta/, /^Nightly/];

/**
 * Reads `db/models.json` as `db/updater.py` of mozilla/translations writes it, and keeps the best model of
 * each direction. Entries that cannot be used (no checksum, an odd path) are left out.
 *
 * @throws TypeError where the document has another form altogether.
 */
export function parseRegistry(document: unknown): Map<string, RegistryModel> {
  if (!isRecord(document) || !isRecord(document.models)) {
    throw new TypeError('not a model registry: "models" is missing');
  }
  const best = new Map<string, RegistryModel>();
  for (const entries of Object.values(document.models)) {
    if (!Array.isArray(entries)) continue;
    for (const entry of entries) {
      const model = parseModel(entry);
      if (model === null) continue;
      const key = directionKey(model.from, model.to);
      const rival = best.get(key);
      if (rival === undefined || rank(model) < rank(rival)) best.set(key, model);
    }
  }
  return best;
}

function rank(model: RegistryModel): number {
  const status = STATUSES.findIndex((pattern) => pattern.test(model.releaseStatus));
  const architecture = ARCHITECTURES.indexOf(model.architecture);
  return status * 10 + (architecture === -1 ? ARCHITECTURES.length : architecture);
}

function parseModel(entry: unknown): RegistryModel | null {
  if (!isRecord(entry) || !isRecord(entry.files)) return null;
  const { sourceLanguage, targetLanguage, architecture, releaseStatus, files } = entry;
  if (typeof sourceLanguage !== 'string' || !LANGUAGE_CODE.test(sourceLanguage)) return null;
  if (typeof targetLanguage !== 'string' || !LANGUAGE_CODE.test(targetLanguage)) return null;
  if (typeof releaseStatus !== 'string') return null;
  if (!STATUSES.some((pattern) => pattern.test(releaseStatus))) return null;

  const model = parseFile('model', files.model);
  if (model === null || model.sha256 === null) return null;
  const vocabularies =
    files.vocab === undefined
      ? [
          parseFile('sourceVocabulary', files.srcVocab),
          parseFile('targetVocabulary', files.trgVocab),
        ]
      : [parseFile('vocabulary', files.vocab)];
  const all = [model, ...vocabularies];
  if (!all.every((file) => file !== null)) return null;
  // Two files of one name would overwrite each other on disk.
  if (new Set(all.map((file) => file.name)).size !== all.length) return null;
  return {
    from: sourceLanguage,
    to: targetLanguage,
    architecture: typeof architecture === 'string' ? architecture : 'unknown',
    releaseStatus,
    files: all,
  };
}

function parseFile(role: FileRole, value: unknown): RegistryFile | null {
  if (!isRecord(value)) return null;
  const { path, uncompressedSize, uncompressedHash } = value;
  if (typeof path !== 'string' || !PATH.test(path) || path.split('/').includes('..')) return null;
  const name = basename(path).replace(/\.gz$/, '');
  if (!FILE_NAME.test(name)) return null;
  if (uncompressedSize != null && !isFileSize(uncompressedSize)) return null;
  if (uncompressedHash != null && !isSha256(uncompressedHash)) return null;
  return {
    role,
    path,
    name,
    sizeBytes: uncompressedSize ?? null,
    sha256: uncompressedHash?.toLowerCase() ?? null,
  };
}

function isFileSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= MAX_MODEL_BYTES;
}

function isSha256(value: unknown): value is string {
  return typeof value === 'string' && SHA256.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
