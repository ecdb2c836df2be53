import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding } from '../domain/release/encode-bundle.ts';
import { parseBundleUrl } from './bundle-address.ts';
import type { BundleAnswers, BundleCache } from './bundle-cache.ts';

/** Answers with the bytes that the client takes, or 304 where it has them; says which. */
export function writeBundle(
  request: IncomingMessage,
  response: ServerResponse,
  answers: BundleAnswers,
): 200 | 304 {
  const answer = answers[chooseEncoding(request.headers['accept-encoding'])];
  if (matchesEtag(request.headers['if-none-match'], answers)) {
    response.writeHead(304, answer.notModifiedHeaders);
    response.end();
    return 304;
  }
  response.writeHead(200, answer.headers);
  if (request.method === 'HEAD') response.end();
  else response.end(answer.body);
  return 200;
}

/**
 * Answers plain bundle requests ahead of the router where the bytes are in memory: no hooks, no
 * parsing, no log line. False where it is the router's turn.
 */
export const bundleFastPath =
  (cache: BundleCache) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const address = parseBundleUrl(request.url ?? '');
    const answers = address && cache.peek(address.cacheKey);
    if (!answers) return false;
    cache.answered++;
    if (writeBundle(request, response, answers) === 304) cache.answeredNotModified++;
    return true;
  };

const negotiated = new Map<string, Encoding>();
const MAX_REMEMBERED = 500;

/** RFC 9110 §12.5.3, brotli before gzip where both weigh the same. */
function chooseEncoding(header: IncomingHttpHeaders['accept-encoding']): Encoding {
  const accepted = Array.isArray(header) ? header.join(',') : (header ?? '');
  let encoding = negotiated.get(accepted);
  if (encoding === undefined) {
    encoding = negotiate(accepted);
    if (negotiated.size < MAX_REMEMBERED) negotiated.set(accepted, encoding);
  }
  return encoding;
}

function negotiate(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [coding, ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    if (coding) weights.set(coding, weight === undefined ? 1 : Number(weight) || 0);
  }
  const any = weights.get('*') ?? 0;
  const br = weights.get('br') ?? any;
  const gzip = weights.get('gzip') ?? any;
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
}

/** RFC 9110 §13.1.2: weak comparison, any encoding of the same content. */
function matchesEtag(header: string | undefined, answers: BundleAnswers): boolean {
  if (header === undefined) return false;
  if (header === '*') return true;
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => Object.values(answers).some((answer) => answer.etag === tag));
}
