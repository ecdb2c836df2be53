import { randomBytes } from 'node:crypto';
import { LIMITS } from '@parlance/contracts';

/** A hyphen and eight characters, which tell two of one name apart. */
const SUFFIX_LENGTH = 9;
const MAX_LENGTH = LIMITS.slugLength - SUFFIX_LENGTH;

/** A name as lower-case letters, digits and hyphens; `fallback` if nothing of it is left. */
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

/** Another slug of the same name, for when that is taken. */
export const withSuffix = (slug: string): string =>
  `${slug}-${randomBytes((SUFFIX_LENGTH - 1) / 2).toString('hex')}`;
