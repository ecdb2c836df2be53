import type { ExportMeta, Warning } from '@parlance/contracts';
import {
  type FileFormat,
  type FormatError,
  formatById,
  type PatchNotice,
  type PatchRefusal,
} from '@parlance/formats';
import { type OpenExport, type PlannedFile, writeZip } from '../../domain/files/index.ts';
import { Failure } from '../../errors.ts';
import type { Offer } from '../../http/answer/accept.ts';
import { withRemedy } from './warnings.present.ts';

/**
 * Kind of response to an export. `envelope`: JSON with all files. `file`: a single file. `zip`: a
 * ZIP archive.
 */
export type ExportKind = 'envelope' | 'file' | 'zip';

export interface ExportOffer extends Offer {
  readonly kind: ExportKind;
  readonly contentType: string;
  filename(localeTags: readonly string[]): string;
}

/** Other content types that select a format in the header `Accept`. */
const OTHER_TYPES: Readonly<Record<string, readonly string[]>> = {
  csv: ['application/csv'],
  yaml: ['application/x-yaml', 'text/yaml', 'text/x-yaml'],
  xliff: ['application/x-xliff+xml'],
  po: ['text/x-po', 'application/x-gettext'],
};

/**
 * Returns the kinds of response that are possible for an export. Several locales are exported as
 * one file if the format supports this. Otherwise, they are exported as a ZIP archive.
 */
export function offersOf(
  formatId: string,
  { isMany, isFolder }: { isMany: boolean; isFolder: boolean },
): ExportOffer[] {
  const format = formatById(formatId)!;
  const formatTypes = [format.contentType, ...(OTHER_TYPES[format.id] ?? [])];
  const profile = format.id === 'json' ? { profile: 'raw' } : {};
  const envelope: ExportOffer = {
    kind: 'envelope',
    types: ['application/json'],
    contentType: 'application/json; charset=utf-8',
    filename: () => '',
  };
  if (isFolder || (isMany && !format.multiLocale)) {
    const zip: ExportOffer = {
      kind: 'zip',
      types: [...formatTypes, 'application/zip'],
      ...profile,
      contentType: 'application/zip',
      filename: () => 'translations.zip',
    };
    return [envelope, zip];
  }
  const file: ExportOffer = {
    kind: 'file',
    types: formatTypes,
    ...profile,
    contentType: rawTypeOf(format),
    filename: (localeTags) =>
      isMany ? `translations.${format.extensions[0]}` : filenameOf(format, localeTags[0]!),
  };
  return [envelope, file];
}

function rawTypeOf({ id, contentType }: FileFormat): string {
  if (id === 'json') return `${contentType}; profile=raw`;
  return contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType;
}

const filenameOf = (format: FileFormat, localeTag: string): string =>
  `${localeTag}.${format.extensions[0]}`;

export const refusalOf = ({ message, path, remedy }: FormatError): Failure =>
  new Failure('content_invalid', `${message}. Change the text, or export another format.`, {
    errors: [withRemedy({ path, message }, 'export', remedy)],
  });

/** Returns the header with the codes of the changes that a patch made to a file besides texts. */
export const noticeHeaders = (notices: readonly PatchNotice[] = []): Record<string, string> =>
  notices.length === 0
    ? {}
    : { 'Parlance-Notices': [...new Set(notices.map(({ code }) => code))].join(', ') };

const MAX_NAMED = 100;

export const noPlaceFor = (refused: readonly PatchRefusal[]): Failure =>
  new Failure(
    'content_invalid',
    `The base file has no place for ${refused.length} texts. Export a file without a base, or correct the base.`,
    {
      errors: refused
        .slice(0, MAX_NAMED)
        .map(({ path, message, remedy }) => withRemedy({ path, message }, 'export', remedy)),
    },
  );

export const filesOf = async (opened: OpenExport): Promise<PlannedFile[]> =>
  (await opened.planFiles()) ?? opened.localeTags.map((localeTag) => fileOf(opened, localeTag));

const fileOf = ({ format }: OpenExport, localeTag: string): PlannedFile => ({
  name: filenameOf(format, localeTag),
  localeTag,
  prefix: '',
});

/**
 * Returns the bytes of the response. They are written while the texts are read from the database.
 */
export function writeAnswer(
  opened: OpenExport,
  kind: ExportKind,
  { files, meta }: { files: readonly PlannedFile[] | null; meta: ExportMeta },
): AsyncGenerator<string | Buffer, void> {
  switch (kind) {
    case 'file':
      return opened.write(opened.localeTags);
    case 'zip':
      return writeZip(
        files!.map(({ name, localeTag, prefix }) => ({
          name,
          read: () => opened.write([localeTag], { prefix }),
        })),
      );
    case 'envelope':
      return files ? writeFilesEnvelope(opened, files, meta) : writeEnvelope(opened, meta);
  }
}

const endOf = (meta: ExportMeta): string => `,"meta":${JSON.stringify(meta)}}`;

/** Returns the header with warnings for a raw response, whose body cannot contain them. */
export const warningHeaders = (warnings: readonly Warning[]): Record<string, string> =>
  warnings.length === 0
    ? {}
    : { 'Parlance-Warnings': [...new Set(warnings.map(({ code }) => code))].join(', ') };

async function* writeEnvelope(opened: OpenExport, meta: ExportMeta): AsyncGenerator<string, void> {
  yield '{"data":';
  yield* writeFile(opened, fileOf(opened, opened.localeTags[0]!));
  yield endOf(meta);
}

async function* writeFilesEnvelope(
  opened: OpenExport,
  files: readonly PlannedFile[],
  meta: ExportMeta,
): AsyncGenerator<string, void> {
  yield `{"data":{"format":${JSON.stringify(opened.format.id)},"files":`;
  let mark = '[';
  for (const file of files) {
    yield mark;
    yield* writeFile(opened, file);
    mark = ',';
  }
  yield `${files.length === 0 ? '[' : ''}]}${endOf(meta)}`;
}

async function* writeFile(
  opened: OpenExport,
  { name, localeTag, prefix }: PlannedFile,
): AsyncGenerator<string, void> {
  const { format } = opened;
  const head = JSON.stringify({
    locale: localeTag,
    format: format.id,
    filename: name,
    contentType: format.contentType,
  });
  let count = 0;
  const onTexts = (more: number): void => {
    count += more;
  };
  const pieces = opened.write([localeTag], { prefix, onTexts });
  yield `${head.slice(0, -1)},"content":`;
  if (format.id === 'json') {
    yield* pieces;
  } else {
    yield '"';
    for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
    yield '"';
  }
  yield `,"count":${count}}`;
}
