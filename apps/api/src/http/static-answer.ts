import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { matchesEtag } from '../lib/etag.ts';
import { chooseEncoding } from './accept.ts';
import type { RawAnswer } from './route.ts';

/** Bytes that are made once in a process. */
export interface StaticContent {
  readonly body: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_AGE_SECONDS = 300;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Compresses off the event loop. Immutable content is linked to with its ETag in the address. */
export async function staticContent(
  text: string,
  headers: Readonly<Record<string, string>>,
  { isImmutable = false } = {},
): Promise<StaticContent> {
  const body = Buffer.from(text);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    body,
    gzipped: await promisify(gzip)(body),
    etag: hash,
    headers: {
      ...headers,
      'Cache-Control': isImmutable
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : `public, max-age=${MAX_AGE_SECONDS}`,
      Vary: 'Accept-Encoding, Origin',
    },
  };
}

/** The bytes as the client takes them, or 304 where it has them. */
export function staticAnswer(request: FastifyRequest, content: StaticContent): RawAnswer {
  const { headers: asked } = request;
  const takesGzip = chooseEncoding(asked['accept-encoding'], ['gzip']) === 'gzip';
  // A strong tag names one representation, so each encoding has its own (RFC 9110 §8.8.3.3).
  const etag = `"${content.etag}${takesGzip ? '-gzip' : ''}"`;
  const headers = { ...content.headers, ETag: etag };
  if (matchesEtag(asked['if-none-match'], [etag])) return { raw: null, status: 304, headers };
  if (!takesGzip) return { raw: content.body, headers };
  return { raw: content.gzipped, headers: { ...headers, 'Content-Encoding': 'gzip' } };
}
