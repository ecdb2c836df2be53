import type { Config } from '@parlance/config';
import { matcherOf } from '@parlance/config';
import { Places } from '@parlance/formats';
import { findPluralFamilies } from '@parlance/messages';
import { KEY_SEPARATOR, readSourceTexts } from '../documents/source-texts.ts';
import type { Fault } from '../fault.ts';
import { count } from '../output/count.ts';
import { findCode } from '../unused/find-code.ts';
import { literalsOf } from '../unused/literals.ts';
import type { CheckFinding } from './check-text.ts';

const KEY = /^[\w-]+(?:\.[\w-]+)+$/;
/** Matches a key with its namespace, as in `t('cart:pay')`. */
const KEY_OF_NAMESPACE = /^([\w/-]+):([\w.-]+)$/;
/** Matches file names such as `app.json`, which are not key names although they contain a dot. */
const FILE = /\.(?:[cm]?[jt]sx?|json|ya?ml|html?|s?css|svg|png|md|vue|svelte)$/;

export interface MissingKeys {
  readonly findings: CheckFinding[];
  /** Number of files of the program that were read. */
  readonly files: number;
  /** Number of strings of these files that were compared with the keys. */
  readonly strings: number;
  /** Explains why no string was compared, and what to set. Null if strings were compared. */
  readonly nothing: Fault | null;
}

/**
 * Finds string literals in the source code that look like key names but are not keys of the
 * project.
 */
export async function findMissingKeys(config: Config): Promise<MissingKeys> {
  const { in: patterns, ignore = [] } = config.check?.unused ?? {};
  const ignored = ignore.map(matcherOf);
  const { all, byNamespace } = await readSourceTexts(config);
  const { locale: sourceLocale } = config.source;
  const withFamilies = (texts: ReadonlyMap<string, string>): Set<string> => {
    const families = findPluralFamilies(texts.keys(), { format: 'auto', sourceLocale });
    return new Set([...texts.keys(), ...[...families.values()].map(({ family }) => family)]);
  };
  const { known, beginnings } = segmentsOf(
    [all, ...byNamespace.values()].flatMap((texts) => [...withFamilies(texts)]),
  );
  const knownIn = new Map(
    [...byNamespace].map(([namespace, namespaceTexts]) => [
      namespace,
      segmentsOf(withFamilies(namespaceTexts)).known,
    ]),
  );
  /** True for a string that begins like a key, or with the name of a namespace. */
  const looksLikeKey = (literal: string): boolean => {
    const [, namespace] = KEY_OF_NAMESPACE.exec(literal) ?? [];
    if (namespace !== undefined) return knownIn.has(namespace);
    return (
      KEY.test(literal) &&
      !FILE.test(literal) &&
      beginnings.has(literal.slice(0, literal.indexOf(KEY_SEPARATOR)))
    );
  };
  const isKnown = (literal: string): boolean => {
    const [, namespace, key] = KEY_OF_NAMESPACE.exec(literal) ?? [];
    return namespace === undefined ? known.has(literal) : knownIn.get(namespace)!.has(key!);
  };
  const findings: CheckFinding[] = [];
  let files = 0;
  let strings = 0;
  for (const { path: file, text } of findCode(config, '.', patterns)) {
    files++;
    const places = new Places(text);
    for (const { literal, offset } of literalsOf(text)) {
      if (!looksLikeKey(literal)) continue;
      strings++;
      if (isKnown(literal) || ignored.some((matches) => matches(literal))) continue;
      const message = 'no source file has the key';
      const place = { path: literal, file, ...places.at(offset) };
      findings.push({ code: 'key_missing', severity: 'warning', message, locale: null, ...place });
    }
  }
  const begins = beginnings.size > 0 || [...knownIn.keys()].some((namespace) => namespace !== '');
  const nothing =
    strings > 0
      ? null
      : {
          code: 'nothing_compared',
          message: whyNothing(files, begins, patterns),
          file: config.file,
        };
  return { findings, files, strings, nothing };
}

/** Explains why `--missing-in-code` compared no string. */
function whyNothing(
  files: number,
  hasBeginnings: boolean,
  patterns: readonly string[] | undefined,
): string {
  const nothing = 'No string of the program was compared with the keys';
  if (files === 0 && patterns !== undefined) {
    return `${nothing}: no file matches "check.unused.in", which is ${patterns.join(', ')}. Without it, all files are read.`;
  }
  if (files === 0) {
    return `${nothing}: there is no other file here. Run the command in the folder of the program, and name its files in "check.unused.in".`;
  }
  if (!hasBeginnings) {
    return `${nothing}: a string is taken for a key only if it begins as a key does, up to a dot, and no key of the source files has a dot.`;
  }
  return `${nothing}: none of ${count(files, 'file')} has a string that begins as a key does. Name the files of the program in "check.unused.in".`;
}

/**
 * Returns the names against which strings are compared. `known`: all key names, and their
 * beginnings that end before a dot, because a program may append the rest, as in
 * `t('errors.' + code)`. `beginnings`: the first segments of key names with several segments.
 */
function segmentsOf(names: Iterable<string>): { known: Set<string>; beginnings: Set<string> } {
  const known = new Set<string>();
  const beginnings = new Set<string>();
  for (const name of names) {
    known.add(name);
    for (let at = name.indexOf(KEY_SEPARATOR); at > 0; at = name.indexOf(KEY_SEPARATOR, at + 1)) {
      const beginning = name.slice(0, at);
      known.add(beginning);
      if (!beginning.includes(KEY_SEPARATOR)) beginnings.add(beginning);
    }
  }
  return { known, beginnings };
}
