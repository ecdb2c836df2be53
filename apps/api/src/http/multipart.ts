import { Failure, fail } from '../errors.ts';

/** One part of a form. Its body is read before the next part is asked for; what is left is skipped. */
export interface FormPart {
  readonly name: string;
  /** Null where the part is a field and no file. */
  readonly filename: string | null;
  readonly body: AsyncIterable<Uint8Array>;
}

const MAX_HEADER_BYTES = 16 * 1024;
const LINE_END = '\r\n';

/**
 * The parts of a `multipart/form-data` body (RFC 7578, RFC 2046 §5.1), as they come in and never more
 * of them in memory than a chunk.
 *
 * @throws `unsupported_media_type` for another type, `malformed_request` for a body that is no form.
 */
export async function* readParts(
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<FormPart, void> {
  const reader = new PartReader(bytes, boundaryOf(contentType));
  try {
    await reader.skipBody();
    while (await reader.startPart()) {
      yield { ...dispositionOf(await reader.readHeader()), body: reader.readBody() };
      await reader.skipBody();
    }
    await reader.skipRest();
  } finally {
    await reader.close();
  }
}

function boundaryOf(contentType: string): string {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType.trim())) {
    fail('unsupported_media_type', 'Send multipart/form-data.');
  }
  const found = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  // RFC 2046 §5.1.1.
  if (boundary === undefined || boundary.length > 70) {
    fail('malformed_request', 'Content-Type names no boundary of 1 to 70 characters.');
  }
  return boundary;
}

/** RFC 7578 §4.2. */
function dispositionOf(header: string): Pick<FormPart, 'name' | 'filename'> {
  const line = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(header)?.[1] ?? '';
  const parameters = new Map<string, string>();
  for (const found of line.matchAll(/([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g)) {
    parameters.set(found[1]!.toLowerCase(), found[2] ?? found[3] ?? '');
  }
  const name = parameters.get('name');
  if (name === undefined) fail('malformed_request', 'A part of the form has no name.');
  return { name, filename: parameters.get('filename') ?? null };
}

/** Cuts a stream of bytes at the delimiters of a form. */
class PartReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  /** What has come and is not taken. The first delimiter may stand at the very start. */
  #buffer: Buffer = Buffer.from(LINE_END);
  #isInBody = true;

  constructor(bytes: AsyncIterable<Uint8Array>, boundary: string) {
    this.#source = bytes[Symbol.asyncIterator]();
    this.#delimiter = Buffer.from(`${LINE_END}--${boundary}`, 'latin1');
  }

  /** Takes what follows a delimiter: the end of its line, or the mark of the last one. */
  async startPart(): Promise<boolean> {
    while (this.#buffer.length < 2) await this.#fill();
    if (this.#buffer.toString('latin1', 0, 2) === '--') return false;
    const line = await this.#takeLine();
    if (line.trim() !== '')
      fail('malformed_request', 'A boundary of the form has more in its line.');
    return true;
  }

  async readHeader(): Promise<string> {
    const lines: string[] = [];
    let sizeBytes = 0;
    for (;;) {
      const line = await this.#takeLine();
      if (line === '') break;
      sizeBytes += line.length;
      if (sizeBytes > MAX_HEADER_BYTES)
        fail('malformed_request', 'A header of the form is too long.');
      lines.push(line);
    }
    this.#isInBody = true;
    return lines.join('\n');
  }

  async *readBody(): AsyncGenerator<Uint8Array, void> {
    while (this.#isInBody) {
      const chunk = await this.#takeBody();
      if (chunk.length > 0) yield chunk;
    }
  }

  async skipBody(): Promise<void> {
    while (this.#isInBody) await this.#takeBody();
  }

  /** RFC 2046 §5.1.1: what follows the last delimiter is to be passed over. */
  async skipRest(): Promise<void> {
    while (!(await this.#source.next()).done);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** Bytes of the body that are surely before the next delimiter; takes that too where it comes. */
  async #takeBody(): Promise<Buffer> {
    const at = this.#buffer.indexOf(this.#delimiter);
    if (at !== -1) {
      this.#isInBody = false;
      return this.#take(at, this.#delimiter.length);
    }
    const safe = this.#buffer.length - this.#delimiter.length + 1;
    if (safe > 0) return this.#take(safe);
    await this.#fill();
    return Buffer.alloc(0);
  }

  async #takeLine(): Promise<string> {
    for (;;) {
      const at = this.#buffer.indexOf(LINE_END);
      if (at !== -1) return this.#take(at, LINE_END.length).toString('utf8');
      if (this.#buffer.length > MAX_HEADER_BYTES) {
        fail('malformed_request', 'A header of the form is too long.');
      }
      await this.#fill();
    }
  }

  #take(length: number, andSkip = 0): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length + andSkip);
    return taken;
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) {
      throw new Failure('malformed_request', 'The form ends before its last boundary.');
    }
    this.#buffer =
      this.#buffer.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        : Buffer.concat([this.#buffer, value]);
  }
}
