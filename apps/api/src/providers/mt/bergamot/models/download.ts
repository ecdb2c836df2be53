import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isSystemError, partName } from '../../../../lib/files.ts';
import { peek } from '../../../../lib/peek.ts';
import { readRetryAfter } from '../../../exchange.ts';
import { EngineError } from '../../engine.ts';
import { reasonOf } from './download-retries.ts';
import { modelError } from './model-error.ts';

export interface DownloadRequest {
  readonly url: URL;
  /** Path of the decompressed file when it is complete. */
  readonly target: string;
  /** Maximum decompressed size in bytes. A download that exceeds it is aborted. */
  readonly maxBytes: number;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
  /** Bytes at the beginning of every valid file. An HTML error page begins differently. */
  readonly magic: Buffer | null;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** Maximum time without data from the server, in milliseconds. */
  readonly stallMs: number;
  onBytes?(receivedBytes: number): void;
}

export interface DownloadedFile {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/**
 * Tolerance for the compressed size in bytes. Stored blocks make gzip at most 5 bytes longer per 16
 * KiB of content (RFC 1951 §3.2.4).
 */
const COMPRESSED_SLACK_BYTES = 64 * 1024;
const GZIP_MAGIC = Buffer.of(0x1f, 0x8b);

/**
 * Downloads one file. The file gets its final name when it is complete and verified.
 *
 * @throws EngineError `model_not_found`, `model_download_failed`, `model_checksum`, or the abort
 * reason of the signal
 */
export async function downloadFile(request: DownloadRequest): Promise<DownloadedFile> {
  const part = partName(request.target);
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(), request.stallMs);
  try {
    const response = await request.fetch(request.url, {
      redirect: 'follow',
      signal: AbortSignal.any([request.signal, stall.signal]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw fromStatus(response, request.url);
    }
    if (response.body === null) {
      throw modelError('model_download_failed', `${request.url} returned no body`, {
        retryable: true,
      });
    }
    const received = await receive(response.body, part, request, () => timer.refresh());
    verify(received, request);
    await rename(part, request.target);
    return { sizeBytes: received.sizeBytes, sha256: received.sha256 };
  } catch (error) {
    await rm(part, { force: true });
    request.signal.throwIfAborted();
    if (error instanceof EngineError) throw error;
    if (isSystemError(error) && error.path !== undefined) {
      // The message leaves out the path, because users may see it.
      throw modelError('model_download_failed', `writing the file: ${error.code}`, {
        cause: error,
      });
    }
    const what = stall.signal.aborted ? `no data for ${request.stallMs / 1000} s` : reasonOf(error);
    throw modelError('model_download_failed', `${request.url}: ${what}`, {
      retryable: true,
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

async function receive(
  body: ReadableStream<Uint8Array>,
  part: string,
  request: DownloadRequest,
  onProgress: () => void,
): Promise<DownloadedFile & { head: Buffer }> {
  const hash = createHash('sha256');
  const headLength = request.magic?.length ?? 0;
  let head = Buffer.alloc(0);
  let sizeBytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > request.maxBytes) {
        done(tooLong(request));
        return;
      }
      if (head.length < headLength) {
        head = Buffer.concat([head, chunk.subarray(0, headLength - head.length)]);
      }
      hash.update(chunk);
      request.onBytes?.(sizeBytes);
      done(null, chunk);
    },
  });
  const compressed = await peek(limit(body, request, onProgress), GZIP_MAGIC.length);
  const write = createWriteStream(part, { flags: 'wx' });
  const source = Readable.from(compressed.all, { objectMode: false });
  // Detects compression by the content, because a storage host may already have decompressed the
  // file (`Content-Encoding`).
  if (GZIP_MAGIC.equals(compressed.head.subarray(0, GZIP_MAGIC.length)))
    await pipeline(source, createGunzip(), measure, write);
  else await pipeline(source, measure, write);
  return { sizeBytes, sha256: hash.digest('hex'), head };
}

async function* limit(
  body: ReadableStream<Uint8Array>,
  request: DownloadRequest,
  onProgress: () => void,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of body) {
    onProgress();
    received += chunk.length;
    // Limits the compressed size too. A gzip file with many empty members is large although it has
    // no content.
    if (received > request.maxBytes + COMPRESSED_SLACK_BYTES) throw tooLong(request);
    yield chunk;
  }
}

function verify(received: DownloadedFile & { head: Buffer }, request: DownloadRequest): void {
  if (request.sizeBytes !== null && received.sizeBytes !== request.sizeBytes) {
    throw checksum(request, `${received.sizeBytes} bytes instead of ${request.sizeBytes}`);
  }
  if (request.sha256 !== null && received.sha256 !== request.sha256) {
    throw checksum(request, `sha256 ${received.sha256} instead of ${request.sha256}`);
  }
  if (request.magic !== null && !received.head.equals(request.magic)) {
    throw checksum(request, 'not a file of this kind');
  }
}

function tooLong(request: DownloadRequest): EngineError {
  return checksum(request, `more than ${request.maxBytes} bytes`);
}

function checksum(request: DownloadRequest, what: string): EngineError {
  return modelError('model_checksum', `${request.url}: ${what}`, { retryable: true });
}

function fromStatus(response: Response, url: URL): EngineError {
  const { status } = response;
  const detail = `${url} returned ${status}`;
  if (status === 404 || status === 410) return modelError('model_not_found', detail);
  const retryable = status === 408 || status === 429 || status >= 500;
  const retryAfterMs = readRetryAfter(response.headers);
  return modelError('model_download_failed', detail, { retryable, retryAfterMs });
}
