import type { Config } from '@parlance/config';
import { matcherOf } from '@parlance/config';
import { Places } from '@parlance/formats';
import { findPluralFamilies } from '@parlance/messages';
import { KEY_SEPARATOR, readSourceTexts } from '../documents/source-texts.ts';
import { findCode } from '../unused/find-code.ts';
import { literalsOf } from '../unused/literals.ts';
import type { CheckFinding } from './check-text.ts';

const KEY = /^[\w-]+(?:\.[\w-]+)+$/;
/** Matches a key with the name of its namespace, as in `t('cart:pay')`. */
const KEY_OF_NAMESPACE = /^([\w/-]+):([\w.-]+)$/;
/** Matches file names such as `app.json`, which are not key names although they contain a dot. */
const FILE = /\.(?:[cm]?[jt]sx?|json|ya?ml|html?|s?css|svg|png|md|vue|svelte)$/;

/**
 * Finds string literals in the source code that look like key names but are not keys of the
 * project.
 */
export async function findMissingKeys(config: Config): Promise<CheckFinding[]> {
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
    [...byNamespace].map(([namespace, own]) => [namespace, segmentsOf(withFamilies(own)).known]),
  );
  const looksMissing = (literal: string): boolean => {
    const [, namespace, key] = KEY_OF_NAMESPACE.exec(literal) ?? [];
    if (namespace !== undefined) return knownIn.get(namespace)?.has(key!) === false;
    return (
      KEY.test(literal) &&
      !FILE.test(literal) &&
      !known.has(literal) &&
      beginnings.has(literal.slice(0, literal.indexOf(KEY_SEPARATOR)))
    );
  };
  const isMissing = (literal: string): boolean =>
    looksMissing(literal) && !ignored.some((matches) => matches(literal));
  const findings: CheckFinding[] = [];
  for (const { path: file, text } of findCode(config, '.', patterns)) {
    const places = new Places(text);
    for (const { literal, offset } of literalsOf(text)) {
      if (!isMissing(literal)) continue;
      const message = 'no source file has the key';
      const place = { path: literal, file, ...places.at(offset) };
      findings.push({ code: 'key_missing', severity: 'warning', message, locale: null, ...place });
    }
  }
  return findings;
}

/**
 * `known`: all key names, and their beginnings that end before a dot. A program may append the rest, as in
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
