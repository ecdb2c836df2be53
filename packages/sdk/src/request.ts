import type { OperationRow } from './operation.ts';

/** The raw content of a request body. A stream can be sent only once. */
export type RawBody =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

export interface PreparedRequest {
  readonly address: string;
  readonly body?: string | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | FormData;
  /**
   * Content type of the body. Absent for a form, because `fetch` then sets the content type with
   * the boundary of the form.
   */
  readonly contentType?: string;
  /** True if a retry can send the body again. */
  readonly replayable: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** Divides the members of an input object among the path, the query and the body of the request. */
export function prepareRequest(operation: OperationRow, input: Members): PreparedRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = operation.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return pathSegment(operation.id, name, value);
  });
  if (operation.body === 'stream') return prepareStream(operation, path, rest);

  const query = new URLSearchParams();
  const names = operation.body ? (operation.query ?? []) : [...rest.keys()];
  moveToQuery(rest, names, query);
  const address = withQuery(path, query);
  return operation.body ? { address, ...asJson(rest) } : { address, replayable: true };
}

function prepareStream(
  operation: OperationRow,
  path: string,
  rest: Map<string, unknown>,
): PreparedRequest {
  const { body, file, files, contentType } = Object.fromEntries(rest) as {
    body?: RawBody;
    file?: Blob;
    files?: Readonly<Record<string, Blob>>;
    contentType?: string;
  };
  if (body !== undefined && operation.query) {
    const type = contentType ?? (body instanceof Blob ? body.type : '');
    if (type === '') throw new TypeError(`${operation.id}: contentType is missing`);
    rest.delete('body');
    rest.delete('contentType');
    const query = new URLSearchParams();
    moveToQuery(rest, [...rest.keys()], query);
    return { address: withQuery(path, query), contentType: type, ...rawContent(body) };
  }
  if (file instanceof Blob) {
    rest.delete('file');
    const name = 'name' in file ? String(file.name) : 'import.json';
    return { address: path, body: asForm(rest, 'file', [[name, file]]), replayable: true };
  }
  if (files !== undefined) {
    rest.delete('files');
    return { address: path, body: asForm(rest, 'files', Object.entries(files)), replayable: true };
  }
  return { address: path, ...asJson(rest) };
}

function pathSegment(id: string, name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  // Rejects `.` and `..`. `fetch` would resolve them to another path, even with percent-encoding.
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${id}: ${name} is missing or is not a valid path segment`);
  }
  return encodeURIComponent(text);
}

function moveToQuery(
  rest: Map<string, unknown>,
  names: readonly string[],
  query: URLSearchParams,
): void {
  for (const name of names) {
    const value = rest.get(name);
    rest.delete(name);
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  }
}

function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function asJson(members: ReadonlyMap<string, unknown>) {
  return {
    body: JSON.stringify(Object.fromEntries(members)),
    contentType: 'application/json',
    replayable: true,
  };
}

/**
 * Builds a form. Files come last, because the server must know the other fields before it reads the
 * files.
 */
function asForm(
  fields: ReadonlyMap<string, unknown>,
  fileField: string,
  files: readonly (readonly [name: string, content: Blob])[],
): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, String(item));
  }
  for (const [name, content] of files) form.append(fileField, content, name);
  return form;
}

function rawContent(body: RawBody): Pick<PreparedRequest, 'body' | 'replayable'> {
  if (body instanceof ReadableStream) return { body, replayable: false };
  if (typeof body === 'object' && Symbol.asyncIterator in body) {
    return { body: streamOf(body), replayable: false };
  }
  return { body, replayable: true };
}

function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      await iterator.return?.(reason);
    },
  });
}
