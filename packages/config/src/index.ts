/** The schema of `parlance.json`, and the path patterns and key patterns that it contains. */
export type { Config, FileSpec } from './config.ts';
export { globOf } from './glob.ts';
export { matcherOf, prefixOf } from './key-pattern.ts';
export { LIBRARIES, type Library } from './libraries.ts';
export { FilePattern, type PathValues, PatternError } from './pattern.ts';
export { type ConfigFile, ConfigSchema, type FileConfig } from './schema.ts';
