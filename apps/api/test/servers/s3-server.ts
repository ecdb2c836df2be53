import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const BUCKET = 'bundles';
const REGION = 'eu-test-1';
const PREFIX = 'parlance/';
const PAGE = 1_000;

/** A fault of the next matching requests. */
export type S3Fault =
  | { kind: 'status'; status: number; code?: string }
  /** Performs the request, and responds only after the client has disconnected. */
  | { kind: 'late' }
  /** Performs the request, then closes the connection without a response. */
  | { kind: 'lost' }
  /** Answers a read with wrong bytes. */
  | { kind: 'wrong-body' }
  /** Delays the request until the promise resolves. */
  | { kind: 'held'; until: Promise<void> };

export interface S3Object {
  bytes: Buffer;
  headers: Record<string, string>;
}

export interface S3Server {
  readonly env: Record<string, string>;
  readonly url: string;
  readonly objects: Map<string, S3Object>;
  /** Requests such as `PUT b/…`, with keys relative to the prefix. */
  readonly requests: string[];
  /** If false, conditional requests are answered with 501, as by stores that do not support them. */
  knowsConditions: boolean;
  fail(matches: RegExp, fault: S3Fault, times?: number): void;
  /** Removes the planned faults. */
  recover(): void;
  text(key: string): string | undefined;
  close(): Promise<void>;
}

/**
 * Simulates a bucket of Amazon S3 as published: signatures (AWS Signature Version 4), conditional writes,
 * ListObjectsV2. It rejects bodies that do not match their signature.
 */
export async function startS3Server(): Promise<S3Server> {
  const keyId = 'test-key';
  const secret = 'test/secret+key';
  const plan: { matches: RegExp; fault: S3Fault; times: number }[] = [];
  const s3 = {
    objects: new Map<string, S3Object>(),
    requests: [] as string[],
    knowsConditions: true,
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.destroy(error));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const url = new URL(request.url!, 'http://bucket');
    const key = decodeURIComponent(url.pathname).slice(`/${BUCKET}/${PREFIX}`.length);
    const name = `${request.method} ${key}`;
    s3.requests.push(name);
    const refusal = refuse(request, url, body, { keyId, secret });
    if (refusal) return sendError(response, 403, refusal);
    if (!url.pathname.startsWith(`/${BUCKET}/`)) return sendError(response, 404, 'NoSuchBucket');
    const planned = plan.find(({ matches, times }) => times > 0 && matches.test(name));
    if (planned) planned.times--;
    const fault = planned?.fault;
    if (fault?.kind === 'held') await fault.until;
    if (fault?.kind === 'status') return sendError(response, fault.status, fault.code);
    const answer = act(s3, request, url, key, body);
    if (fault?.kind === 'late') return void request.socket.once('close', () => response.destroy());
    if (fault?.kind === 'lost') return void request.socket.destroy();
    const bytes = fault?.kind === 'wrong-body' ? Buffer.from('<html>Gateway</html>') : answer.bytes;
    response.writeHead(answer.status, {
      ...answer.headers,
      'content-length': String(request.method === 'HEAD' ? answer.bytes.length : bytes.length),
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(s3, {
    url,
    env: {
      BUNDLE_STORE: `s3://${BUCKET}/${PREFIX}`,
      BUNDLE_STORE_ENDPOINT: url,
      BUNDLE_STORE_REGION: REGION,
      BUNDLE_STORE_KEY_ID: keyId,
      BUNDLE_STORE_SECRET: secret,
    },
    fail(matches: RegExp, fault: S3Fault, times = 1) {
      plan.push({ matches, fault, times });
    },
    recover() {
      plan.length = 0;
    },
    text: (key: string) => s3.objects.get(key)?.bytes.toString('utf8'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

type Bucket = Pick<S3Server, 'objects' | 'knowsConditions'>;

/** Performs a request. */
function act(
  s3: Bucket,
  { method, headers }: IncomingMessage,
  url: URL,
  key: string,
  body: Buffer,
): { status: number; headers?: Record<string, string>; bytes: Buffer } {
  const nothing = Buffer.alloc(0);
  if (url.searchParams.get('list-type') === '2') return { status: 200, bytes: list(s3, url) };
  const found = s3.objects.get(key);
  switch (method) {
    case 'PUT': {
      const conditions = [headers['if-match'], headers['if-none-match']];
      const isConditional = conditions.some((condition) => condition !== undefined);
      if (isConditional && !s3.knowsConditions) return error(501, 'NotImplemented');
      if (headers['if-none-match'] === '*' && found) return error(412, 'PreconditionFailed');
      if (headers['if-match'] !== undefined && !found) return error(404, 'NoSuchKey');
      if (headers['if-match'] !== undefined && headers['if-match'] !== etagOf(found!.bytes))
        return error(412, 'PreconditionFailed');
      const kept = ['content-type', 'cache-control', 'content-encoding'];
      const given = kept.flatMap((header) => {
        const value = headers[header];
        return typeof value === 'string' ? [[header, value] as const] : [];
      });
      s3.objects.set(key, { bytes: body, headers: Object.fromEntries(given) });
      return { status: 200, headers: { etag: etagOf(body) }, bytes: nothing };
    }
    case 'DELETE':
      s3.objects.delete(key);
      return { status: 204, bytes: nothing };
    default:
      if (!found) return error(404, 'NoSuchKey');
      return {
        status: 200,
        headers: { ...found.headers, etag: etagOf(found.bytes) },
        bytes: found.bytes,
      };
  }
}

/** Returns a page of ListObjectsV2. */
function list(s3: Bucket, url: URL): Buffer {
  const wanted = url.searchParams.get('prefix')!.slice(PREFIX.length);
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...s3.objects.keys()].filter((key) => key.startsWith(wanted) && key > after).sort();
  const page = keys.slice(0, PAGE);
  const contents = page.map(
    (key) =>
      `<Contents><Key>${encodeURIComponent(PREFIX + key)}</Key><Size>${s3.objects.get(key)!.bytes.length}</Size></Contents>`,
  );
  const isCut = keys.length > PAGE;
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return Buffer.from(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

const error = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/xml' },
  bytes: Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`),
});

function sendError(response: ServerResponse, status: number, code = 'InternalError'): void {
  const { headers, bytes } = error(status, code);
  response.writeHead(status, headers).end(bytes);
}

/** Returns the error code of a request with an invalid signature (AWS Signature Version 4), or null. */
function refuse(
  { method, headers }: IncomingMessage,
  url: URL,
  body: Buffer,
  { keyId, secret }: { keyId: string; secret: string },
): string | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'AuthorizationHeaderMalformed';
  const [, id, date, region, names, signature] = match as unknown as string[];
  if (id !== keyId) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const payload = headers['x-amz-content-sha256'];
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...names!.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    payload,
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [date!, region!, 's3', 'aws4_request'].reduce(
    (from: string | Buffer, part) => hmac(from, part),
    `AWS4${secret}`,
  );
  const isRight = timingSafeEqual(hmac(key, toSign), Buffer.from(signature!, 'hex'));
  return isRight ? null : 'SignatureDoesNotMatch';
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest();
