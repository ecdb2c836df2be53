import { BaseExportOptions, type FileFormatName } from '@parlance/contracts';
import { formatByContentType, formatById } from '@parlance/formats';
import type { FastifyRequest } from 'fastify';
import { fail, failAt } from '../../errors.ts';
import { requireValid } from '../validation/validation.ts';
import { optionsOf, readForm } from './form.ts';
import { isUnspecific, requireDetected } from './import-body.ts';

export interface ReadBase {
  base: Uint8Array;
  locale: string;
  format: FileFormatName;
  options: BaseExportOptions;
  /** The paths of errors about the options begin with this prefix. */
  optionsPath: '/' | 'query/';
}

const BASE_FIELD = 'base';
/** Maximum size of a form field in bytes. The longest field is a prefix of key names. */
const MAX_FIELD_BYTES = 8 * 1024;
const MAX_FIELDS = Object.keys(BaseExportOptions.properties).length + 10;

/**
 * Reads the base file of an export from a form or from a raw body. For a raw body, the options are
 * query parameters.
 */
export async function readBase(request: FastifyRequest): Promise<ReadBase> {
  const contentType = request.headers['content-type'] ?? '';
  const bytes = request.body as AsyncIterable<Uint8Array>;
  if (/^multipart\/form-data\b/i.test(contentType)) return readUpload(request, contentType, bytes);
  const options = request.query as BaseExportOptions;
  const { locale } = options;
  const named = options.format === undefined ? undefined : formatById(options.format);
  if (isJson(contentType) && named && !JSON_FORMATS.has(named.id)) {
    failAt(
      'query/format',
      `is ${named.id}, but the body is JSON. For a new file, put all options into the JSON body and leave the query empty. For your own file with other texts, send the file as ${named.contentType}`,
    );
  }
  if (locale === undefined) {
    failAt(
      'query/locale',
      'is required when the body is the file itself; for a new file, put all options into a JSON body and leave the query empty',
    );
  }
  const formatId = options.format ?? formatByContentType(contentType)?.id;
  if (formatId === undefined && !isUnspecific(contentType)) {
    fail(
      'unsupported_media_type',
      'The Content-Type is not supported. Send a file with the content type of its format, or a form with the file in the field `base`.',
    );
  }
  const base = await collect(bytes);
  const format = (formatId ?? requireDetected(base).id) as FileFormatName;
  return { base, locale, format, options, optionsPath: 'query/' };
}

async function readUpload(
  request: FastifyRequest,
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReadBase> {
  const {
    fields,
    contents: [base],
  } = await readForm(contentType, bytes, {
    fileField: BASE_FIELD,
    maxFields: MAX_FIELDS,
    maxFieldBytes: MAX_FIELD_BYTES,
    readFile: collect,
  });
  const options = requireValid(request, BaseExportOptions, optionsOf(fields, BaseExportOptions));
  const { locale } = options;
  if (!base) failAt(`/${BASE_FIELD}`, 'is required');
  if (locale === undefined) failAt('/locale', 'is required');
  const format = options.format ?? (requireDetected(base).id as FileFormatName);
  return { base, locale, format, options, optionsPath: '/' };
}

const JSON_FORMATS: ReadonlySet<string> = new Set([
  'json',
  'xcstrings',
  'arb',
  'formatjs',
  'chrome',
]);

const isJson = (contentType: string): boolean => formatByContentType(contentType)?.id === 'json';

/** Reads a whole stream. `bodyLimitBytes` of the endpoint limits its size. */
async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(bytes));
}
