import { BaseExportOptions, ExportBody, type FileFormatName, LIMITS } from '@parlance/contracts';
import { formatByContentType } from '@parlance/formats';
import type { FastifyRequest } from 'fastify';
import { fail, failAt } from '../errors.ts';
import { type FormField, readForm } from './form.ts';
import { guardTexts } from './text-guard.ts';
import { requireValid } from './validation.ts';

/** An export into files of the service's own, or into a file that the client has. */
export type ReadExport =
  | { kind: 'new'; order: ExportBody }
  | {
      kind: 'base';
      base: Uint8Array;
      options: BaseExportOptions;
      /** Location of the options in the request, for faults. */
      optionsPath: '/' | 'query/';
    };

const BASE_FIELD = 'base';
const MAX_FIELD_BYTES = 8 * 1024;
const MAX_FIELDS = 50;
/** A list of all locales, with the longest tags. */
const MAX_ORDER_BYTES = 256 * 1024;

/**
 * Reads the body of an export: a JSON object with its options, a form with the base file, or, if the query names
 * the locale, the base file itself.
 */
export async function readExportBody(request: FastifyRequest): Promise<ReadExport> {
  const contentType = request.headers['content-type'] ?? '';
  const bytes = request.body as AsyncIterable<Uint8Array>;
  const query = request.query as BaseExportOptions;
  if (query.locale !== undefined) {
    const format = query.format ?? (formatByContentType(contentType)?.id as FileFormatName);
    if (format === undefined) failContentType();
    const base = await collect(bytes, LIMITS.importBodyBytes);
    return { kind: 'base', base, options: { ...query, format }, optionsPath: 'query/' };
  }
  if (Object.keys(query).length > 0) {
    failAt('query/locale', 'is required when the options are in the query');
  }
  if (/^multipart\/form-data\b/i.test(contentType)) return readUpload(request, contentType, bytes);
  if (!/^application\/json\s*(;|$)/i.test(contentType)) failContentType();
  const text = Buffer.from(await collect(bytes, MAX_ORDER_BYTES)).toString();
  const order = requireValid(request, ExportBody, parseJson(text));
  guardTexts(order, '');
  return { kind: 'new', order };
}

async function readUpload(
  request: FastifyRequest,
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReadExport> {
  const { fields, content: base } = await readForm(contentType, bytes, {
    fileField: BASE_FIELD,
    maxFields: MAX_FIELDS,
    maxFieldBytes: MAX_FIELD_BYTES,
    readFile: (file) => collect(file, LIMITS.importBodyBytes),
  });
  const options = requireValid(request, BaseExportOptions, toOptions(fields));
  if (!base) failAt(`/${BASE_FIELD}`, 'is required');
  if (options.locale === undefined) failAt('/locale', 'is required');
  if (options.format === undefined) failAt('/format', 'is required');
  return { kind: 'base', base, options, optionsPath: '/' };
}

/** Form fields as the schema has them. A list is a field that is repeated. */
function toOptions(fields: readonly FormField[]): Record<string, unknown> {
  const options = new Map<string, unknown>();
  for (const [name, value] of fields) {
    if (name === 'states') options.set(name, [...((options.get(name) ?? []) as string[]), value]);
    else if (options.has(name)) failAt(`/${name}`, 'must not occur twice');
    else
      options.set(
        name,
        name === 'csvSafe' && /^(true|false)$/.test(value) ? value === 'true' : value,
      );
  }
  guardTexts([...options], '');
  return Object.fromEntries(options);
}

async function collect(bytes: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) {
      fail('payload_too_large', `The body can have at most ${limitBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail('malformed_request', `The body is not valid JSON: ${(error as Error).message}.`);
  }
}

const failContentType = (): never =>
  fail(
    'unsupported_media_type',
    'The Content-Type is not supported. Send application/json, a form with the file in the field `base`, or the file itself with its own type and `locale` in the query.',
  );
