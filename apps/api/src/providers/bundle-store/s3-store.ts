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
    this.#requireOk(answer, `look at ${key}`);
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
    if (answer.status === 501 && condition !== undefined) {
      answer = await this.#send({ ...write, headers });
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
        headers: Object.fromEntries(signed.headers),
        body: method === 'PUT' ? body : null,
        timeoutMs,
        maxBytes,
      });
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      throw new BundleStoreError(`${this.address}: ${error.message}`, {
        isRepeatable: true,
        cause: error,
      });
    }
  }

  #requireOk({ ok, status, headers, bytes, problem }: BytesAnswer, what: string): void {
    if (ok && problem === undefined) return;
    const region = headers.get('x-amz-bucket-region');
    const reason =
      problem ??
      (status < 400 && region !== null
        ? `the bucket is in the region ${region}; set BUNDLE_STORE_REGION`
        : [status, readErrorCode(bytes)].filter((part) => part !== null).join(' '));
    throw new BundleStoreError(`${this.address}: could not ${what} (${reason})`, {
      isRepeatable: status >= 500 || status === 429 || status === 408 || problem !== undefined,
      retryAfterMs: readRetryAfter(headers),
    });
  }
}

function headersOf(condition: Condition | undefined): Record<string, string> {
  if (condition === undefined) return {};
  return condition === 'absent' ? { 'if-none-match': '*' } : { 'if-match': condition.etag };
}
