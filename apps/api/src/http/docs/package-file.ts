import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import { matchesEtag } from '../../lib/etag.ts';
import type { RawAnswer } from '../answer/raw-answer.ts';

export const PACKAGE_TITLES = { cli: 'command line', sdk: 'SDK', reader: 'reader' } as const;
export type PackageName = keyof typeof PACKAGE_TITLES;

export interface PackageFile {
  readonly bytes: Buffer;
  /** Subresource Integrity hash of the package, as in npm's lock files: `sha512-…`. */
  readonly integrity: string;
}

/** Value of `Retry-After` in seconds while a package is being built. */
const BUILD_SECONDS = 10;

const urlOf = (name: PackageName): URL =>
  new URL(`../../../../../packages/${name}/dist/${name}.tgz`, import.meta.url);

/** Reads a package file. Returns null if the package is not built. */
export async function readPackage(name: PackageName): Promise<PackageFile | null> {
  try {
    const bytes = await readFile(urlOf(name));
    const hash = createHash('sha512').update(bytes).digest('base64');
    return { bytes, integrity: `sha512-${hash}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** @throws `service_unavailable`, which npm repeats by itself, while the package is not built */
export async function answerPackage(
  { headers: asked }: FastifyRequest,
  name: PackageName,
): Promise<RawAnswer> {
  const file = await readPackage(name);
  if (file === null) {
    fail(
      'service_unavailable',
      `This service has no package of the ${PACKAGE_TITLES[name]} yet. After a start from a checkout, it is built within a minute.`,
      { retryAfterSeconds: BUILD_SECONDS },
    );
  }
  const etag = `"${file.integrity}"`;
  const headers = {
    'Content-Type': 'application/gzip',
    'Cache-Control': 'public, no-cache',
    ETag: etag,
  };
  if (matchesEtag(asked['if-none-match'], [etag])) return { raw: null, status: 304, headers };
  return { raw: file.bytes, headers };
}
