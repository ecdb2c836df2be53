import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { newId } from '../../db/ids/uuid.ts';
import type { Encoding } from '../../domain/release/index.ts';
import { matchesEtag } from '../../lib/etag.ts';
import { chooseEncoding } from '../answer/accept.ts';
import type { FastPath } from '../server.ts';
import { stripBasePath } from '../strip-base-path.ts';
import { isBundleUrl, parseBundleUrl } from './bundle-address.ts';
import type { BundleAnswers, BundleCache } from './bundle-cache.ts';

/**
 * Sends a bundle in an encoding that the client accepts, and counts the request. Sends 304 if the
 * client already has the bundle. Returns the status.
 */
export function writeBundle(
  request: IncomingMessage,
  response: ServerResponse,
  answers: BundleAnswers,
  requestId: string,
): 200 | 304 {
  const { headers } = request;
  answers.reads.add();
  const answer = answers.byEncoding[encodingOf(headers['accept-encoding'])];
  const knownEtags = headers['if-none-match'];
  if (
    knownEtags !== undefined &&
    (knownEtags === answer.etag || matchesEtag(knownEtags, etagsOf(answers)))
  ) {
    answer.notModified.send(request, response, requestId);
    return 304;
  }
  answer.found.send(request, response, requestId);
  return 200;
}

/**
 * Returns the ETags of a bundle, one for each encoding. A client that sends any of these ETags has
 * the current bundle.
 */
const etagsOf = (answers: BundleAnswers): string[] =>
  Object.values(answers.byEncoding).map(({ etag }) => etag);

/**
 * Returns a function that answers common bundle requests from memory, without hooks or a log line.
 * The function returns false if the router must handle the request.
 */
function bundleFastPath(cache: BundleCache): FastPath {
  const cacheKeys = new LRUCache<string, string>({ max: MAX_REMEMBERED_ADDRESSES });
  const cacheKeyOf = (url: string): string | null => {
    const cachedKey = cacheKeys.get(url);
    if (cachedKey !== undefined) return cachedKey;
    const address = parseBundleUrl(url);
    if (address === null) return null;
    if (url.length > MAX_REMEMBERED_LENGTH) return address.cacheKey;
    cacheKeys.set(url, address.cacheKey);
    return address.cacheKey;
  };
  return (request, response) => {
    const { method, url } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (url === undefined || !isBundleUrl(url)) return false;
    const cacheKey = cacheKeyOf(url);
    const answers = cacheKey === null ? null : cache.peek(cacheKey);
    if (answers === null) return false;
    cache.answered++;
    if (writeBundle(request, response, answers, newId()) === 304) cache.answeredNotModified++;
    return true;
  };
}

/** Returns {@link bundleFastPath} for a service with a base path. */
export function fastPathOf(cache: BundleCache, basePath: string): FastPath {
  const answerBundle = bundleFastPath(cache);
  return (request, response) => {
    stripBasePath(request, basePath);
    return answerBundle(request, response);
  };
}

const MAX_REMEMBERED_ADDRESSES = 20_000;
const MAX_REMEMBERED_LENGTH = 300;

/** Encodings by `Accept-Encoding` header. Clients send few different values of this header. */
const chosenEncodings = new LRUCache<string, Encoding>({ max: 500 });

function encodingOf(header: IncomingHttpHeaders['accept-encoding']): Encoding {
  const accepted = Array.isArray(header) ? header.join(',') : (header ?? '');
  let encoding = chosenEncodings.get(accepted);
  if (encoding === undefined) {
    encoding = chooseEncoding<'br' | 'gzip'>(accepted, ['br', 'gzip']);
    chosenEncodings.set(accepted, encoding);
  }
  return encoding;
}
