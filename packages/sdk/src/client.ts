import { OPERATIONS } from './contract.ts';
import { ParlanceConnectionError } from './errors.ts';
import type { OperationRow } from './operation.ts';
import { type PagedMethod, paginate } from './paginate.ts';
import { prepareRequest } from './request.ts';
import { type Fetch, send } from './send.ts';
import type { CallOptions, Client, Envelope, RawCallOptions } from './types.ts';

export interface ClientOptions {
  /** URL of the service, including its base path. */
  baseUrl: string;
  apiKey?: string | undefined;
  fetch?: Fetch | undefined;
  /** Id of the organization to use. Defaults to the personal organization of the signed-in user. */
  organizationId?: string | undefined;
  /**
   * Credentials mode of `fetch`, which determines whether cookies are sent. Use `include` for
   * browser sessions on another origin.
   */
  credentials?: 'include' | 'same-origin' | 'omit' | undefined;
  /**
   * Maximum number of retries for each call. Only calls that are safe to repeat are retried.
   * Defaults to 2.
   */
  maxRetries?: number | undefined;
  /**
   * Timeout of each attempt in milliseconds. Defaults to one minute, and to 15 minutes for imports.
   */
  timeoutMs?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

const TIMEOUT_MS = 60_000;
const STREAM_TIMEOUT_MS = 15 * 60_000;
const MAX_RETRIES = 2;

type Input = Readonly<Record<string, unknown>>;
type AnyCallOptions = (CallOptions | RawCallOptions) & { ifNoneMatch?: string };

/** Creates a client with one method per operation: `client.i18n.projects.create({ … })`. */
export function createClient(options: ClientOptions): Client {
  const { href } = new URL(options.baseUrl);
  const baseUrl = href.replace(/[?#].*$/, '').replace(/\/+$/, '');
  const client: Tree = {};
  for (const operation of OPERATIONS) addMethods(client, operation, { ...options, baseUrl });
  return client as unknown as Client;
}

interface Tree {
  [name: string]: Tree | ((input?: Input, options?: AnyCallOptions) => unknown);
}

function addMethods(client: Tree, operation: OperationRow, options: ClientOptions): void {
  const segments = operation.id.split('.').map(camelCase);
  const name = segments.pop() as string;
  let node = client;
  for (const segment of segments) {
    node[segment] ??= {};
    node = node[segment] as Tree;
  }
  const method = (input: Input = {}, callOptions: AnyCallOptions = {}) =>
    call(operation, options, input, callOptions);
  node[name] = method;
  if (operation.rows) {
    const page = method as PagedMethod<Input, readonly unknown[]>;
    node[`${name}All`] = (input: Input = {}, callOptions: AnyCallOptions = {}) =>
      paginate(page, input, { ...callOptions, raw: undefined });
  }
}

async function call(
  operation: OperationRow,
  client: ClientOptions,
  input: Input,
  options: AnyCallOptions,
): Promise<unknown> {
  const request = prepareRequest(operation, input);
  const timeoutMs =
    options.timeoutMs ??
    client.timeoutMs ??
    (operation.body === 'stream' ? STREAM_TIMEOUT_MS : TIMEOUT_MS);
  return await send(
    {
      fetch: client.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      url: `${client.baseUrl}${request.address}`,
      method: operation.method,
      headers: headersOf(operation, client, options, request.contentType),
      request,
      // A public endpoint allows any origin. Browsers accept its response only if the request had
      // no credentials.
      credentials: operation.access === 'public' ? 'omit' : client.credentials,
      signal: options.signal,
      maxRetries: options.maxRetries ?? client.maxRetries ?? MAX_RETRIES,
      timeoutMs: timeoutMs + (options.waitSeconds ?? 0) * 1000,
      isRaw: options.raw !== undefined,
    },
    async (response) => {
      if (options.raw !== undefined) return response;
      return operation.id === 'i18n.bundles.get'
        ? await readBundle(response)
        : await readEnvelope(response);
    },
  );
}

function headersOf(
  operation: OperationRow,
  client: ClientOptions,
  options: AnyCallOptions,
  contentType: string | undefined,
): Headers {
  const headers = new Headers({
    accept: typeof options.raw === 'string' ? options.raw : 'application/json',
  });
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) headers.set(name, value);
  };
  set('content-type', contentType);
  if (operation.access === undefined) {
    if (client.apiKey !== undefined) set('authorization', `ApiKey ${client.apiKey}`);
    set('x-organization-id', client.organizationId);
  }
  if (operation.idempotent) set('idempotency-key', options.idempotencyKey ?? randomUuid());
  if (options.waitSeconds !== undefined) set('prefer', `wait=${options.waitSeconds}`);
  set('if-none-match', options.ifNoneMatch);
  for (const [name, value] of Object.entries({ ...client.headers, ...options.headers })) {
    headers.set(name, value);
  }
  return headers;
}

async function readEnvelope(response: Response): Promise<Envelope<unknown, unknown>> {
  const text = await response.text();
  try {
    const envelope: unknown = JSON.parse(text);
    if (
      typeof envelope === 'object' &&
      envelope !== null &&
      'data' in envelope &&
      'meta' in envelope
    ) {
      return envelope as Envelope<unknown, unknown>;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ParlanceConnectionError(
    'unexpected_answer',
    `The response with status ${response.status} is not from Parlance.`,
    { status: response.status },
  );
}

async function readBundle(response: Response): Promise<unknown> {
  const etag = response.headers.get('etag') ?? '';
  if (response.status === 304) return { notModified: true, etag };
  return { ...(await readEnvelope(response)), notModified: false, etag };
}

function camelCase(segment: string): string {
  return segment.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Returns a version 4 UUID (RFC 9562 §5.4). Works on pages served over http, where
 * `crypto.randomUUID` is missing.
 */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
