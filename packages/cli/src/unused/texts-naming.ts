import type { Document } from '../documents/documents.ts';
import { referencesIn } from './references.ts';

/** A text that refers to a key, such as `Remove from $t(cart.title)`. */
export interface ReferringText {
  readonly file: string;
  readonly key: string;
}

/** Returns the texts in files that refer to a key, with or without the prefix of its file. */
export function textsNaming(documents: readonly Document[], key: string): ReferringText[] {
  const prefixes = new Set(documents.map(({ prefix }) => prefix));
  const names = [...prefixes].flatMap((prefix) =>
    key.startsWith(prefix) ? key.slice(prefix.length) : [],
  );
  const isNamed = (text: string): boolean => {
    const references = referencesIn(text);
    return [key, ...names].some((name) => references.has(name));
  };
  return documents.flatMap(({ path, prefix, rows }) =>
    rows.flatMap(({ name, values }) =>
      values.some(({ text }) => isNamed(text)) ? [{ file: path, key: prefix + name }] : [],
    ),
  );
}
