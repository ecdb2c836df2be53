import {
  canonicalLocaleTag,
  ImportBody,
  type ImportOptions as ImportOptionsType,
  LIMITS,
  type StagedImportBody,
} from '@parlance/contracts';
import {
  describeUnread,
  detectFormat,
  encodeUtf8,
  type FileFormat,
  FORMATS,
  formatByContentType,
  formatById,
  HEAD_BYTES,
  leavesToRows,
  readJsonEnvelope,
} from '@parlance/formats';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ValueState } from '../../db/schema.generated.ts';
import {
  ContentBuilder,
  type FileContent,
  type ImportInput,
  type ImportMode,
  type ImportTarget,
  type ReadingOptions,
  readContent,
} from '../../domain/files/index.ts';
import { FORMAT_LIMITS, inCatalogWords, type ProjectRef } from '../../domain/kernel/index.ts';
import { requireLocaleTag, requireLocaleTags } from '../../domain/project/index.ts';
import type { ImportTranslation } from '../../domain/translation/index.ts';
import { fail, failAt } from '../../errors.ts';
import { peek } from '../../lib/peek.ts';
import { requireValid } from '../validation/validation.ts';

const CONTENT_TYPES = FORMATS.map(({ contentType }) => contentType).join(', ');

/** Maximum length of the JSON body, excluding the content. */
const MEMBERS_LENGTH = 1024 * 1024;
/**
 * Maximum number of members and list entries in the JSON body, excluding the content. It is large
 * enough for the longest valid `targetLocales` and `archive`.
 */
const MEMBERS_COUNT = 2 * LIMITS.localesPerProject + 2 * LIMITS.mergeArchivedKeys;

const UNKNOWN_LOCALE = 'und';

export interface ReadImport {
  options: ImportOptionsType;
  /** The paths of errors about the options begin with this prefix. */
  optionsPath: '/' | 'query/';
  localeTag: string;
  format: FileFormat;
  content: FileContent;
}

export const importInputOf = (
  projectId: ProjectRef,
  { options, optionsPath, localeTag, format, content }: ReadImport,
  address: string,
): ImportInput => {
  const given = options.targetLocales ?? [];
  const targetsPath = `${optionsPath}targetLocales`;
  const targetLocales = requireLocaleTags(given, targetsPath);
  const pathOf = (tag: string): string | null => {
    if (tag === localeTag) return `${optionsPath}locale`;
    const index = given.findIndex((one) => canonicalLocaleTag(one) === tag);
    return index === -1 ? null : `${targetsPath}/${index}`;
  };
  return {
    projectId,
    format: format.id,
    fileFormat: options.fileFormat,
    localeTag,
    content,
    targetLocales,
    pathOf,
    mode: writeModeOf(options.mode),
    dryRun: options.dryRun ?? false,
    prune: options.prune ?? false,
    keepTranslations: options.keepTranslations,
    lowersTo: options.replaceReviewed ? statesBelowReviewed(format) : [],
    address,
  };
};

const statesBelowReviewed = ({ states }: FileFormat): ValueState[] =>
  states?.tellsReviewed ? ['needs_review', 'translated'] : ['needs_review'];

const writeModeOf = (mode: ImportOptionsType['mode']): ImportMode =>
  mode === undefined || mode === 'merge' ? 'overwrite' : mode;

/**
 * Returns the options of the translation that follows the import. Null if the request asks for no
 * translation.
 * @throws `validation_failed`
 */
export function importTranslationOf({
  options,
  optionsPath,
}: ReadImport): ImportTranslation | null {
  const { translateMissing = false, include } = options;
  if (include !== undefined && !translateMissing) {
    failAt(`${optionsPath}include`, 'requires translateMissing');
  }
  return translateMissing ? { include } : null;
}

/**
 * Requires `locale` if the query has any parameter. The query contains options only if the whole
 * body is the file.
 */
export function requireLocaleBesideOthers(query: { locale?: string }): void {
  if (query.locale !== undefined || Object.keys(query).length === 0) return;
  failAt(
    'query/locale',
    'is required when the options are in the query; the options of a JSON body with `content` belong in that body',
  );
}

/**
 * Reads the body of an import. The body is a file if the content type is that of a file format, or
 * if the query contains the locale. Otherwise, the body is a JSON object with the content.
 */
export async function readImportBody(
  request: FastifyRequest,
  target: ImportTarget,
  body: EnvelopeBody = ImportBody,
): Promise<ReadImport> {
  const contentType = request.headers['content-type'] ?? '';
  const format = formatByContentType(contentType);
  const query = request.query as ImportOptionsType;
  if (!format && !isUnspecific(contentType)) {
    fail(
      'unsupported_media_type',
      `The Content-Type is not supported. Send ${CONTENT_TYPES}, or application/octet-stream to have the format detected from the content.`,
    );
  }
  const bytes = request.body as AsyncIterable<Uint8Array>;
  if (format?.id === 'json' && query.locale === undefined) {
    return inCatalogWords('malformed_request', () => readEnvelope(request, bytes, target, body));
  }
  if (query.locale === undefined) {
    failAt('query/locale', 'is required when the body is the file itself');
  }
  const localeTag = requireLocaleTag(query.locale, 'query/locale');
  const named = query.format ? formatById(query.format)! : format;
  const { head, all } = named ? { head: null, all: bytes } : await peek(bytes, HEAD_BYTES);
  const chosen = named ?? requireDetected(head!);
  const reading = readingOf(query, chosen, 'query/');
  const content = await readContent(chosen, all, { ...target, ...reading, localeTag });
  return { options: query, optionsPath: 'query/', localeTag, format: chosen, content };
}

export const isUnspecific = (contentType: string): boolean =>
  /^(?:application\/octet-stream|text\/plain|(?:application|text)\/xml)\s*(?:;|$)/i.test(
    contentType,
  );

/**
 * Returns the format that is detected from the content.
 * @throws `unsupported_media_type`
 */
export function requireDetected(head: Uint8Array): FileFormat {
  const detected = detectFormat({ head });
  if (detected !== null) return formatById(detected)!;
  return fail(
    'unsupported_media_type',
    `The content shows no format that is read. ${describeUnread({ head })} Name one of them in \`format\`, or send its content type.`,
  );
}

type EnvelopeBody = typeof ImportBody | typeof StagedImportBody;

function optionsOf({ properties }: EnvelopeBody) {
  const { content: _, ...members } = properties;
  return Type.Object(members, { additionalProperties: false });
}

async function readEnvelope(
  request: FastifyRequest,
  bytes: AsyncIterable<Uint8Array>,
  target: ImportTarget,
  body: EnvelopeBody,
): Promise<ReadImport> {
  const members = new Map<string, unknown>();
  const builder = new ContentBuilder();
  const texts: string[] = [];
  let contentType: 'object' | 'string' | null = null;
  const parts = readJsonEnvelope(limitBytes(bytes, LIMITS.importBodyBytes), {
    contentMember: 'content',
    membersLength: MEMBERS_LENGTH,
    membersCount: MEMBERS_COUNT,
    keySeparator: target.keySeparator,
    limits: FORMAT_LIMITS,
    warn: (warning) => builder.content.warnings.add(warning),
  });
  for await (const part of parts) {
    if (part.kind === 'member') members.set(part.name, part.value);
    else if (part.kind === 'content') contentType = part.type;
    else if (part.kind === 'leaves') builder.add(leavesToRows(part.leaves, UNKNOWN_LOCALE));
    else texts.push(part.text);
  }
  const options = requireValid(request, optionsOf(body), Object.fromEntries(members));
  if (contentType === null) failAt('/content', 'is required');
  const localeTag = requireLocaleTag(options.locale, '/locale');
  const format = formatById(options.format ?? 'json')!;
  const reading = readingOf(options, format, '/');
  if (reading.charset === 'iso-8859-1') {
    failAt('/charset', 'is for a file that is the body itself; a string of JSON has no encoding');
  }
  if (contentType === 'string') {
    const source = encodeUtf8(texts);
    const content = await readContent(format, source, { ...target, ...reading, localeTag });
    return { options, optionsPath: '/', localeTag, format, content };
  }
  if (format.id !== 'json') {
    failAt('/content', `must be a string for ${format.id}`);
  }
  const { content } = builder;
  for (const found of content.locales) found.localeTag = localeTag;
  return { options, optionsPath: '/', localeTag, format, content };
}

/**
 * Returns the options for the format.
 * @throws `validation_failed` for an option of another format
 */
function readingOf(
  { csvSafe, poKind, charset }: ImportOptionsType,
  { id }: FileFormat,
  path: ReadImport['optionsPath'],
): ReadingOptions {
  if (csvSafe !== undefined && id !== 'csv') failAt(`${path}csvSafe`, 'requires the format csv');
  if (poKind !== undefined && id !== 'po') failAt(`${path}poKind`, 'requires the format po');
  if (charset !== undefined && id !== 'properties') {
    failAt(`${path}charset`, 'requires the format properties');
  }
  return { csvSafe: csvSafe ?? false, ...(poKind && { poKind }), ...(charset && { charset }) };
}

async function* limitBytes(
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Uint8Array, void> {
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) {
      fail(
        'payload_too_large',
        `The JSON body of an import can have at most ${limitBytes} bytes. Send the file itself instead.`,
      );
    }
    yield chunk;
  }
}
