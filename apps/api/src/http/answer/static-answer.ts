import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { matchesEtag } from '../../lib/etag.ts';
import { chooseEncoding } from './accept.ts';
import type { RawAnswer } from './raw-answer.ts';

/** A response body that stays the same while the process runs. */
export interface StaticContent {
  readonly body: Buffer;
  readonly gzipped: Buffer;
  /** Value of the header `ETag`, without its quotation marks. */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Static content that a worker thread can send to the main thread. */
export type StaticParts = Omit<StaticContent, 'body' | 'gzipped'> & {
  readonly body: Uint8Array;
  readonly gzipped: Uint8Array;
};

export const fromBytes = ({ body, gzipped, ...rest }: StaticParts): StaticContent => ({
  ...rest,
  body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  gzipped: Buffer.from(gzipped.buffer, gzipped.byteOffset, gzipped.byteLength),
});

const MAX_AGE_SECONDS = 300;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Compresses a text without blocking the event loop. */
export async function staticContent(
  text: string,
  headers: Readonly<Record<string, string>>,
): Promise<StaticContent> {
  const body = Buffer.from(text);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    body,
    gzipped: await promisify(gzip)(body),
    etag: hash,
    headers: { ...headers, Vary: 'Accept-Encoding, Origin' },
  };
}

/**
 * Returns the content, or 304 if the client has the content. If the URL contains the ETag (`?v=`),
 * the response may be cached indefinitely.
 */
export function staticAnswer(request: FastifyRequest, content: StaticContent): RawAnswer {
  const { headers: asked } = request;
  const takesGzip = chooseEncoding(asked['accept-encoding'], ['gzip']) === 'gzip';
  const etag = `"${content.etag}${takesGzip ? '-gzip' : ''}"`;
  const isNamed = request.url.endsWith(`?v=${content.etag}`);
  const cacheControl = isNamed
    ? `public, max-age=${YEAR_SECONDS}, immutable`
    : `public, max-age=${MAX_AGE_SECONDS}`;
  const headers = { ...content.headers, 'Cache-Control': cacheControl, ETag: etag };
  if (matchesEtag(asked['if-none-match'], [etag])) return { raw: null, status: 304, headers };
  if (!takesGzip) return { raw: content.body, headers };
  return { raw: content.gzipped, headers: { ...headers, 'Content-Encoding': 'gzip' } };
}
