import { randomBytes } from 'node:crypto';
import { LIMITS } from '@parlance/contracts';

/** Length of the suffix that distinguishes equal names: a hyphen and eight characters. */
const SUFFIX_LENGTH = 9;
const MAX_LENGTH = LIMITS.slugLength - SUFFIX_LENGTH;

/** Returns a name as lower-case letters, digits and hyphens, or `fallback` if none of these are left. */
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

/** Returns another slug for the same name, for use when the first is taken. */
export const withSuffix = (slug: string): string =>
  `${slug}-${randomBytes((SUFFIX_LENGTH - 1) / 2).toString('hex')}`;
