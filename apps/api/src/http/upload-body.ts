import { JsonImportOptions, LIMITS } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import type { FastifyRequest } from 'fastify';
import type { FileContent } from '../domain/import/file-content.ts';
import { requireLocaleTag } from '../domain/locale/locale-tag.ts';
import { Failure, fail, failAt } from '../errors.ts';
import { type ImportTarget, type ReadImport, readContent } from './import-body.ts';
import { readParts } from './multipart.ts';
import { guardTexts } from './text-guard.ts';
import { requireValid } from './validation.ts';

const FILE_FIELD = 'file';
/** The fields of a form besides its file may not be larger than this together. */
const FIELDS_BYTES = 256 * 1024;
const MAX_FIELDS = LIMITS.localesPerProject + Object.keys(JsonImportOptions.properties).length;

/**
 * Reads an upload: a form with a JSON file in the field `file`, and the fields of an import before or
 * after it. The locale is the source locale unless the form names one.
 */
export async function readUploadBody(
  request: FastifyRequest,
  target: ImportTarget,
): Promise<ReadImport> {
  const format = formatById('json')!;
  const fields = new Fields();
  let content: FileContent | null = null;
  const parts = readParts(
    request.headers['content-type'] ?? '',
    request.body as AsyncIterable<Uint8Array>,
  );
  for await (const part of parts) {
    if (part.name !== FILE_FIELD) {
      if (part.filename !== null)
        failAt(`/${part.name}`, `is no file; the file is the field ${FILE_FIELD}`);
      await fields.take(part.name, part.body);
      continue;
    }
    if (content) failAt(`/${FILE_FIELD}`, 'is there twice');
    content = await readContent(format, part.body, { ...target, localeTag: target.sourceLocale });
  }
  const options = requireValid(request, JsonImportOptions, fields.toOptions());
  if (!content) failAt(`/${FILE_FIELD}`, 'is required');
  const localeTag = requireLocaleTag(options.locale ?? target.sourceLocale, '/locale');
  // JSON does not say its locale, and the form may say it after the file.
  for (const texts of content.locales) texts.localeTag = localeTag;
  return { options, optionsPath: '/', localeTag, format, content };
}

/** The text fields of a form; one that is a list may come more than once. */
class Fields {
  readonly #values: [name: string, value: string][] = [];
  #sizeBytes = 0;

  async take(name: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.#values.length === MAX_FIELDS) {
      fail('limit_exceeded', `The form has more than ${MAX_FIELDS} fields.`);
    }
    const chunks: Uint8Array[] = [];
    this.#sizeBytes += name.length;
    for await (const chunk of body) {
      this.#sizeBytes += chunk.length;
      if (this.#sizeBytes > FIELDS_BYTES) {
        fail('limit_exceeded', `The fields besides the file have more than ${FIELDS_BYTES} bytes.`);
      }
      chunks.push(chunk);
    }
    this.#values.push([name, decode(name, Buffer.concat(chunks))]);
  }

  /** As a JSON body would have them: what the schema says is a list or a boolean is one. */
  toOptions(): Record<string, unknown> {
    const options = new Map<string, unknown>();
    const properties = JsonImportOptions.properties as Record<string, { type?: string }>;
    for (const [name, value] of this.#values) {
      const type = Object.hasOwn(properties, name) ? properties[name]!.type : undefined;
      const before = options.get(name);
      if (type === 'array') options.set(name, [...((before ?? []) as string[]), value]);
      else if (before !== undefined) failAt(`/${name}`, 'is there twice');
      else options.set(name, type === 'boolean' ? toBoolean(value) : value);
    }
    guardTexts([...options], '');
    return Object.fromEntries(options);
  }
}

/** What is neither stays text, which the schema refuses. */
const toBoolean = (value: string): boolean | string =>
  value === 'true' || value === 'false' ? value === 'true' : value;

function decode(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Failure('malformed_request', `The field ${name} is not valid UTF-8.`, {
      cause: error,
    });
  }
}
