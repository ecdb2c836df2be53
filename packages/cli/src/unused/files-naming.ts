import type { Config } from '@parlance/config';
import { findFiles } from '../documents/documents.ts';
import { findCode } from './find-code.ts';
import { LiteralIndex } from './literals.ts';

/**
 * Returns the paths of the program's files in which a string literal equals the name of a key, with
 * or without the prefix of its file, as in `t('cart:pay')` and `t('pay')`.
 */
export function filesNaming(config: Config, key: string): string[] {
  const prefixes = new Set(findFiles(config).map(({ prefix }) => prefix));
  const names = [...prefixes].flatMap((prefix) =>
    key.startsWith(prefix) ? key.slice(prefix.length) : [],
  );
  const paths: string[] = [];
  for (const { path, text } of findCode(config, '.', config.check?.unused?.in)) {
    const literals = new LiteralIndex();
    literals.add(text);
    if ([key, ...names].some((name) => literals.equals(name))) paths.push(path);
  }
  return paths;
}
