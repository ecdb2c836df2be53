import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { TObject } from 'typebox';
import { Failure, fail, failAt } from '../../errors.ts';
import { requireStorableTexts } from '../validation/require-storable-texts.ts';

export type FormField = readonly [name: string, value: string];

export interface FormOptions<Content> {
  fileField: string;
  maxFields: number;
  maxFieldBytes: number;
  /** Maximum number of files. Defaults to 1. */
  maxFiles?: number;
  /** Reads the whole file while the form arrives. `name` is the file name in the form. */
  readFile(bytes: AsyncIterable<Uint8Array>, name: string): Promise<Content>;
}

/** Maximum size of the headers of one form part, in bytes. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 20;

/**
 * Reads a `multipart/form-data` body (RFC 7578) only as fast as its files are read. Parts without a
 * field name are skipped.
 * @throws `unsupported_media_type` for another type, `malformed_request` for a body that is not a
 * form, `limit_exceeded` for too many or too long fields, and the errors of `readFile`
 */
export async function readForm<Content>(
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
  options: FormOptions<Content>,
): Promise<{ fields: FormField[]; contents: Content[] }> {
  const form = new Form(openParser(contentType, options), options);
  await form.read(bytes);
  return { fields: form.fields, contents: await Promise.all(form.contents) };
}

function openParser(
  contentType: string,
  { fileField, maxFields, maxFieldBytes, maxFiles = 1 }: FormOptions<unknown>,
): BusboyInstance {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    fail('unsupported_media_type', 'The Content-Type is not supported. Send multipart/form-data.');
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      isPartAFile: (name, _type, filename) => name === fileField || filename !== undefined,
      limits: {
        parts: maxFields + maxFiles,
        fieldSize: maxFieldBytes,
        headerSize: MAX_HEADER_BYTES,
        headerPairs: MAX_HEADERS,
      },
    });
  } catch (cause) {
    const detail = 'The Content-Type has no boundary of 1 to 70 characters.';
    throw new Failure('malformed_request', detail, { cause });
  }
}

class Form<Content> {
  readonly fields: FormField[] = [];
  readonly contents: Promise<Content>[] = [];
  readonly #parser: BusboyInstance;
  readonly #options: FormOptions<Content>;
  readonly #refusal = Promise.withResolvers<never>();
  #file: Readable | null = null;

  constructor(parser: BusboyInstance, options: FormOptions<Content>) {
    this.#parser = parser;
    this.#options = options;
    parser.on('file', (name, part, fileName) =>
      this.#orRefuse(() => this.#takeFile(name, part, fileName)),
    );
    parser.on('field', (name, value, _isNameCut, isCut) =>
      this.#orRefuse(() => this.#takeField(name, value, isCut)),
    );
    parser.on('partsLimit', () =>
      this.#orRefuse(() =>
        fail('limit_exceeded', `A form can have at most ${options.maxFields} fields.`),
      ),
    );
    parser.on('error', (cause) => this.#orRefuse(() => failMalformed(cause as Error)));
  }

  async read(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const finished = new Promise((resolve) => this.#parser.once('finish', resolve));
    try {
      await Promise.race([this.#refusal.promise, Promise.all([this.#feed(bytes), finished])]);
    } finally {
      this.#parser.destroy();
      this.#file?.destroy();
    }
  }

  async #feed(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of bytes) {
      const taken = new Promise<void>((resolve) => this.#parser.write(chunk, () => resolve()));
      await Promise.race([taken, this.#refusal.promise]);
    }
    this.#parser.end();
  }

  #takeFile(name: string, part: Readable, fileName: string | undefined): void {
    part.on('error', () => {});
    const { fileField, readFile, maxFiles = 1 } = this.#options;
    if (name !== fileField)
      failAt(`/${name}`, `must not be a file; send the file in the field ${fileField}`);
    if (this.contents.length === maxFiles) failAt(`/${name}`, occursTooOften(maxFiles));
    this.#file = part;
    const content = readFile(part, fileName ?? '');
    content.catch(this.#refusal.reject);
    this.contents.push(content);
  }

  #takeField(name: string | undefined, value: string, isCut: boolean): void {
    if (name === undefined) fail('malformed_request', 'A part of the form has no name.');
    const { maxFieldBytes } = this.#options;
    if (isCut) fail('limit_exceeded', `The field ${name} has more than ${maxFieldBytes} bytes.`);
    this.fields.push([name, value]);
  }

  #orRefuse(take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#refusal.reject(error);
    }
  }
}

const occursTooOften = (max: number): string =>
  max === 1 ? 'must not occur twice' : `must not occur more than ${max} times`;

function failMalformed(cause: Error): never {
  throw new Failure('malformed_request', `Malformed multipart body: ${cause.message}.`, { cause });
}

/**
 * Converts form fields to members of a JSON body with this schema. A repeated field becomes a list.
 */
export function optionsOf(fields: readonly FormField[], schema: TObject): Record<string, unknown> {
  const options = new Map<string, unknown>();
  const properties = schema.properties as Record<string, { type?: string }>;
  for (const [name, value] of fields) {
    const type = Object.hasOwn(properties, name) ? properties[name]!.type : undefined;
    const before = options.get(name);
    if (type === 'array') options.set(name, [...((before ?? []) as string[]), value]);
    else if (before !== undefined) failAt(`/${name}`, 'must not occur twice');
    else options.set(name, type === 'boolean' ? toBoolean(value) : value);
  }
  requireStorableTexts([...options], '');
  return Object.fromEntries(options);
}

const toBoolean = (value: string): boolean | string =>
  value === 'true' || value === 'false' ? value === 'true' : value;
