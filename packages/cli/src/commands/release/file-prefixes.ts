import type { Environment } from '@parlance/sdk';
import { findFiles } from '../../documents/documents.ts';
import type { ReleaseCall } from './release.ts';

/**
 * Returns the prefixes of the files of parlance.json, such as `cart.` for a namespace, that the
 * environment does not declare. Apps cannot load the texts of these prefixes alone.
 */
export function undeclaredPrefixes(
  { config }: Pick<ReleaseCall, 'config'>,
  { prefixes }: Environment,
): string[] {
  if (config === null) return [];
  const used = new Set(findFiles(config).map(({ prefix }) => prefix));
  used.delete('');
  return [...used].filter((prefix) => !prefixes.includes(prefix)).sort();
}
