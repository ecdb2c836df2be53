import { basename } from 'node:path/posix';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { asObject } from '../../http/http-answer.ts';

export type FileRole = 'model' | 'vocabulary' | 'sourceVocabulary' | 'targetVocabulary';

export interface RegistryFile {
  readonly role: FileRole;
  /** Path of the file, relative to the base URL of the registry. */
  readonly path: string;
  readonly name: string;
  /** Size of the decompressed file in bytes. Null if the registry does not state it. */
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
}

export interface RegistryModel {
  readonly from: string;
  readonly to: string;
  readonly architecture: string;
  readonly releaseStatus: string;
  /**
   * Files of the model. The model file comes first, because its known checksum proves that the host
   * is correct.
   */
  readonly files: readonly RegistryFile[];
}

/** Returns `<from>-<to>`, which is the key in the registry and the name of the model's folder. */
export function directionKey(from: string, to: string): string {
  return `${from}-${to}`;
}

/**
 * Maximum size of a model, in bytes. It leaves enough memory of the WebAssembly module for
 * translating.
 */
export const MAX_MODEL_BYTES = 512 * 1024 * 1024;

/** Matches a language code that can be used in the name of a folder. */
const LanguageCode = Type.String({ pattern: '^[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*$' });
/** Matches safe names of model files. Other names could overwrite the lock file. */
const FILE_NAME = /^\w[\w.-]*\.(?:bin|spm)$/;

const ListedFile = Type.Object({
  // The pattern accepts only relative paths that stay below the base URL of the registry.
  path: Type.String({ pattern: '^(?!(?:.*/)?\\.\\.(?:/|$))[\\w.-]+(?:/[\\w.-]+)*$' }),
  uncompressedSize: Type.Optional(
    Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: MAX_MODEL_BYTES })]),
  ),
  uncompressedHash: Type.Optional(
    Type.Union([Type.Null(), Type.String({ pattern: '^[0-9a-fA-F]{64}$' })]),
  ),
});
type ListedFile = Static<typeof ListedFile>;

/** The members of a registry entry that the service reads. An entry has further members. */
const Entry = Type.Object({
  sourceLanguage: LanguageCode,
  targetLanguage: LanguageCode,
  architecture: Type.Optional(Type.Unknown()),
  releaseStatus: Type.String(),
  files: Type.Object({
    model: ListedFile,
    vocab: Type.Optional(ListedFile),
    srcVocab: Type.Optional(ListedFile),
    trgVocab: Type.Optional(ListedFile),
  }),
});

/**
 * Model architectures in Firefox's order of preference. `base-memory` has the quality of `base` and
 * needs less memory. `tiny` is for phones.
 */
const ARCHITECTURES = ['base-memory', 'base', 'tiny'];
/**
 * Statuses of models in order of preference: released models first, then models for testers. A
 * model with the status null is an experiment.
 */
const STATUSES = [/^Release/, /^Beta/, /^Nightly/];

/**
 * Parses `db/models.json` of mozilla/translations. Keeps the best model for each direction and
 * skips entries without a checksum or with an invalid path.
 *
 * @throws TypeError if the document has another structure
 */
export function parseRegistry(document: unknown): Map<string, RegistryModel> {
  const models = asObject(asObject(document)?.models);
  if (models === undefined) throw new TypeError('not a model registry: "models" is missing');
  const best = new Map<string, RegistryModel>();
  for (const entry of Object.values(models).filter(Array.isArray).flat()) {
    const model = parseModel(entry);
    if (model === null) continue;
    const key = directionKey(model.from, model.to);
    const rival = best.get(key);
    if (rival === undefined || rank(model) < rank(rival)) best.set(key, model);
  }
  return best;
}

function rank(model: RegistryModel): number {
  const status = STATUSES.findIndex((pattern) => pattern.test(model.releaseStatus));
  const architecture = ARCHITECTURES.indexOf(model.architecture);
  return status * 10 + (architecture === -1 ? ARCHITECTURES.length : architecture);
}

function parseModel(entry: unknown): RegistryModel | null {
  if (!Check(Entry, entry)) return null;
  const { sourceLanguage: from, targetLanguage: to, architecture, releaseStatus, files } = entry;
  if (!STATUSES.some((pattern) => pattern.test(releaseStatus))) return null;
  const { vocab, srcVocab, trgVocab } = files;
  const all = [
    toFile('model', files.model),
    ...(vocab
      ? [toFile('vocabulary', vocab)]
      : [toFile('sourceVocabulary', srcVocab), toFile('targetVocabulary', trgVocab)]),
  ];
  if (!all.every((file) => file !== null) || all[0]!.sha256 === null) return null;
  if (new Set(all.map((file) => file.name)).size !== all.length) return null;
  const kind = typeof architecture === 'string' ? architecture : 'unknown';
  return { from, to, architecture: kind, releaseStatus, files: all };
}

function toFile(role: FileRole, file: ListedFile | undefined): RegistryFile | null {
  if (file === undefined) return null;
  const { path, uncompressedSize: sizeBytes = null, uncompressedHash = null } = file;
  const name = basename(path).replace(/\.gz$/, '');
  if (!FILE_NAME.test(name)) return null;
  return { role, path, name, sizeBytes, sha256: uncompressedHash?.toLowerCase() ?? null };
}
