import { readFileSync } from 'node:fs';
import { loadAll } from 'js-yaml';
import { type ParseError, parse } from 'jsonc-parser';

/** The locale files that another tool is configured to use. */
export interface Described {
  from: string;
  files: { path: string; prefix?: string; source?: string }[];
  sourceLocale?: string;
  /** The spelling of each locale in paths, by locale tag. */
  map?: Record<string, string>;
}

/**
 * Reads a configuration file of another tool. If it describes no locale files, the result is null
 * or has an empty list of files.
 */
export type Read = (path: string) => Omit<Described, 'from'> | null;

export type Members = Record<string, unknown>;

export const asMembers = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
export const asList = (value: unknown): Members[] =>
  Array.isArray(value) ? value.map(asMembers) : [];
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const readYaml = (path: string): Members =>
  asMembers(loadAll(readFileSync(path, 'utf8'))[0]);

/** Reads JSON that may contain comments and trailing commas. */
export function readAnyJson(path: string): unknown {
  const mistakes: ParseError[] = [];
  return parse(readFileSync(path, 'utf8'), mistakes, { allowTrailingComma: true });
}

export const readJson = (path: string): Members => asMembers(readAnyJson(path));

/**
 * Makes a path relative to the root folder, and replaces the other tool's placeholders by
 * Parlance's.
 */
export function translatePath(
  path: string,
  placeholders: Readonly<Record<string, string>>,
): string {
  let text = path.replace(/^(\.?\/)+/, '');
  for (const [theirs, ours] of Object.entries(placeholders)) text = text.replaceAll(theirs, ours);
  return text;
}
