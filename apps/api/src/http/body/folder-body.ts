import { type FolderImportOptions, type FolderStageOptions, LIMITS } from '@parlance/contracts';
import type { FastifyRequest } from 'fastify';
import { checkPaths, type FolderFile, failFolder } from '../../domain/files/index.ts';
import { fail, failAt } from '../../errors.ts';
import { openZip } from '../../lib/zip/open-zip.ts';
import { ZipError } from '../../lib/zip/zip-error.ts';
import { requireValid } from '../validation/validation.ts';
import { optionsOf, readForm } from './form.ts';

export interface FolderBody {
  files: readonly FolderFile[];
  options: FolderImportOptions;
  /**
   * Beginning of the path in errors about options. It depends on whether the options are in a form
   * or in the query.
   */
  optionsPath: '/' | 'query/';
}

const FILES_FIELD = 'files';
/** The options of an import of a folder, or of its staging. */
export type FolderSchema = typeof FolderImportOptions | typeof FolderStageOptions;
const MAX_FIELD_BYTES = 4 * LIMITS.filePathLength;

/**
 * Reads the files of a folder from a form, or from a ZIP archive. For a ZIP archive, the options
 * are query parameters.
 *
 * @throws `content_invalid` for unsafe paths and for an invalid archive, `limit_exceeded`
 */
export async function readFolderBody(
  request: FastifyRequest,
  schema: FolderSchema,
): Promise<FolderBody> {
  const contentType = request.headers['content-type'] ?? '';
  const bytes = request.body as AsyncIterable<Uint8Array>;
  const isForm = /^multipart\/form-data\b/i.test(contentType);
  const body = isForm
    ? await readFiles(request, contentType, bytes, schema)
    : await readArchive(request);
  const { files, faults } = checkPaths(body.files);
  if (faults.length > 0) failFolder('content_invalid', faults);
  return { ...body, files };
}

async function readFiles(
  request: FastifyRequest,
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
  schema: FolderSchema,
): Promise<FolderBody> {
  // If the files are in a form, the options must be in the form too. Query parameters are rejected.
  for (const name of Object.keys(request.query as object)) {
    failAt(`query/${name}`, 'belongs in the form');
  }
  const { fields, contents } = await readForm(contentType, bytes, {
    fileField: FILES_FIELD,
    maxFields: Object.keys(schema.properties).length,
    maxFieldBytes: MAX_FIELD_BYTES,
    maxFiles: LIMITS.folderFiles,
    readFile: async (pieces, path): Promise<FolderFile> => {
      const held = await Array.fromAsync(pieces);
      return { path, read: () => inTurn(held) };
    },
  });
  const options = requireValid(request, schema, optionsOf(fields, schema));
  if (contents.length === 0) failAt(`/${FILES_FIELD}`, 'is required');
  return { files: contents, options, optionsPath: '/' };
}

async function readArchive(request: FastifyRequest): Promise<FolderBody> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^application\/(?:zip|x-zip-compressed|octet-stream)\s*(?:;|$)/i.test(contentType)) {
    fail(
      'unsupported_media_type',
      'The Content-Type is not supported. Send application/zip, or multipart/form-data with the files in the field `files`.',
    );
  }
  const pieces = await Array.fromAsync(request.body as AsyncIterable<Uint8Array>);
  const options = request.query as FolderImportOptions;
  return { files: filesOf(Buffer.concat(pieces)), options, optionsPath: 'query/' };
}

function filesOf(archive: Buffer): FolderFile[] {
  try {
    const files = openZip(archive, {
      entries: LIMITS.archiveEntries,
      totalBytes: LIMITS.folderBytes,
      ratio: LIMITS.archiveRatio,
      freeBytes: LIMITS.archiveFreeBytes,
    });
    return files.map(({ name, isLink, read }) => ({ path: name, isLink, read }));
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    const { entry, message, isTooLarge } = error;
    const code = isTooLarge ? 'limit_exceeded' : 'content_invalid';
    if (entry === null) fail(code, `The archive ${message}. Nothing was written.`);
    return failFolder(code, [{ path: entry, file: entry, message }]);
  }
}

async function* inTurn(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* pieces;
}
