import { EVENT_ID, getScalarValue, SCALAR_STYLE } from 'js-yaml';
import type { RetargetOptions } from '../format.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { parseYaml } from './parse.ts';
import { visitYaml } from './read.ts';
import { findRootLocale } from './root-locale.ts';
import { rubyKindOf } from './ruby-scalars.ts';
import { quoteYaml } from './write.ts';

/**
 * Replaces the locale in the root key, and puts quotes around keys that Ruby reads as other values. Files without a root
 * locale stay unchanged.
 */
export async function retargetYaml(
  base: Uint8Array,
  { from, to, sourceLocaleTag, limits }: RetargetOptions,
): Promise<Uint8Array> {
  const source = await decodeBase(base);
  const { text } = source;
  const events = parseYaml(text, limits.depth);
  const root = findRootLocale(events, text, { localeTag: from, sourceLocaleTag });
  const rootKey = events[2];
  if (root === null || rootKey?.type !== EVENT_ID.SCALAR) return base;
  const isUnderscored = getScalarValue(text, rootKey).includes('_');
  const edits = new Edits();
  const options = { keySeparator: '.', localeTag: from, sourceLocaleTag, limits, warn: () => {} };
  const visit = visitYaml(text, options, {
    open: () => {},
    close: () => {},
    leaf: () => {},
    key: (key, { style, valueStart, valueEnd }) => {
      const isRoot = valueStart === rootKey.valueStart;
      const written = !isRoot ? key : isUnderscored ? to.replaceAll('-', '_') : to;
      const needsQuotes = style === SCALAR_STYLE.PLAIN && rubyKindOf(written) !== null;
      if (isRoot || needsQuotes) {
        edits.replace(valueStart, valueEnd, needsQuotes ? quoteYaml(written) : written);
      }
    },
  });
  for (const _ of visit);
  return edits.collect(source);
}
