import { AwsClient } from 'aws4fetch';
import { sha256Of } from '../../lib/sha256.ts';
import { type BytesAnswer, exchangeBytes, readRetryAfter, UnreachableError } from '../exchange.ts';
import {
  type BundleStore,
  BundleStoreError,
  type Condition,
  type ListedObject,
  type NewObject,
  type StoredObject,
} from './bundle-store.ts';
import { readErrorCode, readListing } from './s3-xml.ts';
import type { BundleStoreConfig } from './store-config.ts';

export interface S3Options extends Omit<Extract<BundleStoreConfig, { kind: 's3' }>, 'kind'> {
  readonly fetch: typeof fetch;
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const LISTING_BYTES = 4 * 1024 * 1024;
const SHORT_ANSWER_BYTES = 64 * 1024;
const PAGE = 1_000;
const EMPTY = new Uint8Array();

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly maxBytes?: number;
}

/**
 * A bundle store in a bucket of Amazon S3 or of a compatible service such as MinIO, Ceph or R2
 * (docs.aws.amazon.com/AmazonS3/latest/API).
 */
export class S3Store implements BundleStore {
  readonly address: string;
  readonly #options: S3Options;
  readonly #base: URL;
  readonly #client: AwsClient;

  constructor(options: S3Options) {
    const { bucket, prefix, region, usesPathStyle } = options;
    this.#options = options;
    this.address = `s3://${bucket}/${prefix}`;
    this.#base = new URL(options.endpoint ?? `https://s3.${region}.amazonaws.com`);
    if (!usesPathStyle) this.#base.host = `${bucket}.${this.#base.host}`;
    const path = this.#base.pathname.replace(/\/+$/, '');
    this.#base.pathname = usesPathStyle ? `${path}/${bucket}/` : `${path}/`;
    this.#client = new AwsClient({
      accessKeyId: options.keyId,
      secretAccessKey: options.secret,
      service: 's3',
      region,
      retries: 0,
    });
  }

  async read(key: string, maxBytes: number): Promise<StoredObject | null> {
    const answer = await this.#send({ method: 'GET', key, maxBytes });
    if (answer.status === 404 && readErrorCode(answer.bytes) !== 'NoSuchBucket') return null;
    this.#requireOk(answer, `read ${key}`);
    return { bytes: answer.bytes, etag: answer.headers.get('etag') ?? '' };
  }

  async sizeOf(key: string): Promise<number | null> {
    const answer = await this.#send({ method: 'HEAD', key });
    if (answer.status === 404) return null;
    if (!answer.ok) {
      // The response to HEAD has no body, and therefore no error code.
      const explained = await this.#send({ method: 'GET', key });
      this.#requireOk(explained.ok ? answer : explained, `look at ${key}`);
    }
    return Number(answer.headers.get('content-length'));
  }

  async write(key: string, object: NewObject, condition?: Condition): Promise<boolean> {
    const headers = {
      'content-type': object.contentType,
      'cache-control': object.cacheControl,
      ...(object.contentEncoding === undefined
        ? {}
        : { 'content-encoding': object.contentEncoding }),
    };
    const write = { method: 'PUT', key, body: object.bytes } as const;
    let answer = await this.#send({ ...write, headers: { ...headers, ...headersOf(condition) } });
    // Writes without the condition if the store does not support conditional writes. The caller
    // checks the result by reading the object back.
    if (condition !== undefined && refusesConditions(answer)) {
      const plain = await this.#send({ ...write, headers });
      if (plain.ok || answer.status === 501) answer = plain;
    }
    if (answer.status === 412 || (answer.status === 409 && condition !== undefined)) return false;
    if (answer.status === 404 && typeof condition === 'object') {
      if (readErrorCode(answer.bytes) === 'NoSuchKey') return false;
    }
    this.#requireOk(answer, `write ${key}`);
    return true;
  }

  async *list(prefix: string): AsyncGenerator<ListedObject[], void> {
    const { prefix: base } = this.#options;
    for (let token: string | null = ''; token !== null; ) {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(PAGE),
        prefix: base + prefix,
        ...(token === '' ? {} : { 'continuation-token': token }),
      };
      const answer = await this.#send({ method: 'GET', query, maxBytes: LISTING_BYTES });
      this.#requireOk(answer, `list ${prefix}`);
      const { objects, next } = readListing(answer.bytes);
      yield objects.map((object) => ({ ...object, key: object.key.slice(base.length) }));
      token = next;
    }
  }

  async remove(key: string): Promise<void> {
    const answer = await this.#send({ method: 'DELETE', key });
    if (answer.status !== 404) this.#requireOk(answer, `delete ${key}`);
  }

  async #send({
    method,
    key,
    query = {},
    headers = {},
    body = EMPTY,
    maxBytes = SHORT_ANSWER_BYTES,
  }: S3Request): Promise<BytesAnswer> {
    const { prefix, fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const url = new URL(this.#base);
    if (key !== undefined) url.pathname += prefix + key;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await this.#client.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': (await sha256Of(body)).toString('hex') },
    });
    try {
      return await exchangeBytes({
        fetch,
        url,
        method,
        // A proxy that compresses the response would change its ETag, which conditional writes repeat.
        headers: { ...Object.fromEntries(signed.headers), 'accept-encoding': 'identity' },
        body: method === 'PUT' ? body : null,
        timeoutMs,
        maxBytes,
      });
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      throw new BundleStoreError(`${this.address}: ${error.message}`, {
        reason: error.message,
        isRepeatable: true,
        cause: error,
      });
    }
  }

  #requireOk({ ok, status, headers, bytes, problem }: BytesAnswer, what: string): void {
    if (ok && problem === undefined) return;
    const region = headers.get('x-amz-bucket-region');
    const code = readErrorCode(bytes);
    const reason = problem ?? [status, code].filter((part) => part !== null).join(' ');
    const remedy =
      status < 400 && region !== null && problem === undefined
        ? `the bucket is in the region ${region}; set BUNDLE_STORE_REGION`
        : [reason, code === null ? undefined : REMEDIES.get(code)].filter(Boolean).join('; ');
    throw new BundleStoreError(`${this.address}: could not ${what} (${remedy})`, {
      reason,
      isRepeatable: problem !== undefined || isRepeatable(status, code),
      retryAfterMs: readRetryAfter(headers),
    });
  }
}

/**
 * Error codes of temporary faults of S3 and compatible services, with any status: the throttling and transient codes of
 * the AWS SDK (`service-error-classification` of `@smithy/core`), codes after which S3's documentation recommends a
 * retry (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html), and MinIO's code while it starts.
 */
const PASSING: ReadonlySet<string> = new Set([
  'BandwidthLimitExceeded',
  'InternalError',
  'InternalServerError',
  'OperationAborted',
  'PriorRequestNotComplete',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestTimeout',
  'RequestTimeoutException',
  'ServiceUnavailable',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequests',
  'TooManyRequestsException',
  'XMinioServerNotInitialized',
]);

/** Remedies for permanent faults, by error code. Operators read them. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['AccessDenied', 'allow the key to read, write, list and delete objects of the bucket'],
  ['AuthorizationHeaderMalformed', 'set BUNDLE_STORE_REGION to the region of the bucket'],
  ['InvalidAccessKeyId', 'check BUNDLE_STORE_KEY_ID'],
  ['NoSuchBucket', 'create the bucket, or correct BUNDLE_STORE'],
  ['RequestTimeTooSkewed', 'set the clock of this machine'],
  ['SignatureDoesNotMatch', 'check BUNDLE_STORE_SECRET'],
]);

function isRepeatable(status: number, code: string | null): boolean {
  if (code !== null && PASSING.has(code)) return true;
  if (code !== null && REMEDIES.has(code)) return false;
  return (status >= 500 && status !== 501) || status === 429 || status === 408;
}

/** True if a store without conditional writes refuses the condition. */
function refusesConditions({ status, bytes }: BytesAnswer): boolean {
  if (status === 501) return true;
  return status === 400 && REFUSED_CONDITION.has(readErrorCode(bytes) ?? '');
}

/** Error codes of the same documentation that stores without conditional writes return with status 400. */
const REFUSED_CONDITION: ReadonlySet<string> = new Set([
  'InvalidArgument',
  'InvalidRequest',
  'NotImplemented',
]);

function headersOf(condition: Condition | undefined): Record<string, string> {
  if (condition === undefined) return {};
  return condition === 'absent' ? { 'if-none-match': '*' } : { 'if-match': condition.etag };
}
