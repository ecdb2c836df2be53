import { EVENT_ID, getScalarValue } from 'js-yaml';
import type { RetargetOptions } from '../format.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { parseYaml } from './parse.ts';
import { findRootLocale } from './root-locale.ts';

/** Replaces the locale in the root key. Files without a root locale stay unchanged. */
export async function retargetYaml(
  base: Uint8Array,
  { from, to, sourceLocaleTag, limits }: RetargetOptions,
): Promise<Uint8Array> {
  const source = await decodeBase(base);
  const events = parseYaml(source.text, limits.depth);
  const root = findRootLocale(events, source.text, { localeTag: from, sourceLocaleTag });
  const key = events[2];
  if (root === null || key?.type !== EVENT_ID.SCALAR) return base;
  const isUnderscored = getScalarValue(source.text, key).includes('_');
  const edits = new Edits();
  edits.replace(key.valueStart, key.valueEnd, isUnderscored ? to.replaceAll('-', '_') : to);
  return edits.collect(source);
}
