import { randomBytes } from 'node:crypto';
import { LIMITS } from '@parlance/contracts';

/** Number of characters that make a slug unique: a hyphen and eight hexadecimal digits. */
const SUFFIX_LENGTH = 9;
const MAX_LENGTH = LIMITS.slugLength - SUFFIX_LENGTH;

/**
 * Converts a name to lower-case letters, digits and hyphens. Returns `fallback` if nothing is left.
 */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '');
  return slug === '' ? fallback : slug;
}

export const withSuffix = (slug: string): string =>
  `${slug}-${randomBytes((SUFFIX_LENGTH - 1) / 2).toString('hex')}`;
