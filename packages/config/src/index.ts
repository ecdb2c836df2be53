/**
 * The schema of `parlance.json`, the path patterns and key patterns that it contains, and the
 * comparison of mistyped names.
 */
export { closestName } from './closest-name.ts';
export type { Config, FileSpec } from './config.ts';
export { globOf } from './glob.ts';
export { groupBy } from './group-by.ts';
export { matcherOf, prefixOf } from './key-pattern.ts';
export { LIBRARIES, type Library } from './libraries.ts';
export { isSkippedName, mayBeLocaleFile } from './paths/candidates.ts';
export {
  dialectOf,
  fileSpecOf,
  hasSourceTexts,
  keyPrefixOf,
  type MatchedFile,
  matchFile,
  placeholdersOf,
  type SpecContext,
} from './paths/file-spec.ts';
export { type FoundPattern, findPatterns } from './paths/find-patterns.ts';
export { type NamedFile, nameFile } from './paths/name-file.ts';
export { findNeeded, pathIn } from './paths/needed-files.ts';
export { FilePattern, type PathValues, PatternError } from './pattern.ts';
export { type ConfigFile, ConfigSchema, type FileConfig } from './schema.ts';
