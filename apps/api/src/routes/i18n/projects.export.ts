import { Readable } from 'node:stream';
import { type BaseExportOptions, type ExportBody, i18nProjectsExport } from '@parlance/contracts';
import { FormatError, formatById } from '@parlance/formats';
import { type FolderPattern, type OpenExport, withExport } from '../../domain/files/index.ts';
import { inCatalogWords, ownerOf } from '../../domain/kernel/index.ts';
import { requireLocaleTag } from '../../domain/project/index.ts';
import { fail, failAt } from '../../errors.ts';
import { chooseAccepted } from '../../http/answer/accept.ts';
import type { RawAnswer } from '../../http/answer/raw-answer.ts';
import { syncHeaders, syncTokenOf } from '../../http/answer/sync-answer.ts';
import { isStreamed } from '../../http/body/body.ts';
import { readBase } from '../../http/body/export-body.ts';
import { type RouteCall, route } from '../../http/route.ts';
import { matchesEtag } from '../../lib/etag.ts';
import { readAhead } from '../../lib/read-ahead.ts';
import {
  type ExportOffer,
  filesOf,
  noPlaceFor,
  noticeHeaders,
  offersOf,
  refusalOf,
  warningHeaders,
  writeAnswer,
} from './export.present.ts';
import { presentWarnings } from './warnings.present.ts';

/**
 * Maximum number of bytes that are prepared before the client reads them. An export of this size
 * releases its database connection even if the client is slow.
 */
const READ_AHEAD_BYTES = 2 * 1024 * 1024;
/**
 * Length of the part that is written before the response starts, in code units. An error in this
 * part gives the status 422, and a later error ends the stream.
 */
const CHECKED_LENGTH = 1024 * 1024;

const orderOf = (
  given: Omit<BaseExportOptions, 'locale' | 'format'> & Pick<ExportBody, 'handOff'>,
) => ({
  shape: given.shape ?? 'flat',
  states: given.states ?? null,
  keyPrefix: given.keyPrefix ?? null,
  xliffVersion: given.xliffVersion ?? null,
  ...(given.handOff && { isHandOff: true }),
  csvSafe: given.csvSafe ?? false,
  poWrap: given.poWrap ?? true,
  charset: given.charset ?? 'utf-8',
});

/**
 * Returns the pattern of file names. Null if files are named after their locales.
 * @throws `validation_failed`
 */
function folderOf(body: ExportBody): FolderPattern | null {
  if (!('locales' in body)) return null;
  const { path, prefix, keyPrefix } = body;
  if (path === undefined) {
    if (prefix !== undefined) failAt('/prefix', 'requires path');
    return null;
  }
  if (keyPrefix !== undefined) failAt('/keyPrefix', 'is not possible with path; use prefix');
  return { path, prefix: prefix ?? '' };
}

export const i18nProjectsExportRoute = route(i18nProjectsExport, async (call) => {
  const { deps, principal, params, body, request } = call;
  if (isStreamed(request)) return exportIntoBase(call);
  const isMany = 'locales' in body;
  const localeTags = isMany
    ? [...new Set(body.locales.map((tag, index) => requireLocaleTag(tag, `/locales/${index}`)))]
    : [requireLocaleTag(body.locale, '/locale')];
  if (body.handOff && body.format !== 'csv' && body.format !== 'xliff') {
    failAt('/handOff', 'requires the format csv or xliff');
  }
  const folder = folderOf(body);
  const offers = offersOf(body.format, { isMany, isFolder: folder !== null });
  const offer = chooseAccepted(request.headers.accept, offers);
  if (!offer) {
    const types = offers.map(({ contentType }) => contentType).join(' and ');
    fail(
      'not_acceptable',
      `The Accept header matches no type of this export. Accept one of: ${types}.`,
    );
  }
  const order = {
    projectId: params.projectId,
    localeTags,
    format: body.format,
    folder,
    ...orderOf(body),
  };
  return withExport(deps, ownerOf(principal), order, (opened) =>
    answerExport(call, opened, offer, { localeTags, isMany }),
  );
});

/**
 * Responds with a file. An error before the first bytes is thrown. A later error ends the stream.
 */
async function answerExport(
  { deps, request, signal }: Pick<RouteCall<never>, 'deps' | 'request' | 'signal'>,
  opened: OpenExport,
  offer: ExportOffer,
  { localeTags, isMany }: { localeTags: readonly string[]; isMany: boolean },
): Promise<RawAnswer> {
  const syncToken = syncTokenOf(opened.projectId, opened.syncState);
  const headers: Record<string, string> = {
    'Content-Type': offer.contentType,
    ...syncHeaders(syncToken),
  };
  let answer: AsyncGenerator<string | Buffer, void>;
  try {
    if (offer.kind !== 'envelope') {
      headers.ETag = `"${await opened.fingerprint()}-${offer.kind}-${deps.site.version}"`;
      if (matchesEtag(request.headers['if-none-match'], [headers.ETag])) {
        await opened.close();
        return {
          raw: null,
          status: 304,
          headers: { ETag: headers.ETag, ...syncHeaders(syncToken) },
        };
      }
      headers['Content-Disposition'] = `attachment; filename="${offer.filename(localeTags)}"`;
    }
    const files = isMany ? await filesOf(opened) : null;
    const warnings = presentWarnings(await opened.warnings(), 'export');
    Object.assign(headers, warningHeaders(warnings));
    const meta = { syncToken, warnings };
    const written = writeAnswer(opened, offer.kind, { files, meta });
    answer = await readAhead(written, CHECKED_LENGTH, signal);
  } catch (error) {
    throw error instanceof FormatError ? refusalOf(error) : error;
  }
  const stream = Readable.from(answer, {
    objectMode: false,
    highWaterMark: READ_AHEAD_BYTES,
  });
  stream.once('close', () => {
    opened.close().catch((error: Error) => request.log.warn({ reason: error.message }, 'export'));
  });
  if (signal.aborted) stream.destroy();
  return { raw: stream, headers };
}

/**
 * Returns the client's file with the texts of the project.
 * @throws if the file cannot store one of the texts
 */
async function exportIntoBase({
  deps,
  principal,
  params,
  request,
}: RouteCall<typeof i18nProjectsExport>): Promise<RawAnswer> {
  const { base, locale, format: formatId, options, optionsPath } = await readBase(request);
  const localeTag = requireLocaleTag(locale, `${optionsPath}locale`);
  const { baseLocale } = options;
  const baseLocaleTag =
    baseLocale === undefined ? undefined : requireLocaleTag(baseLocale, `${optionsPath}baseLocale`);
  const format = formatById(formatId)!;
  if (options.poKind !== undefined && format.id !== 'po') {
    failAt(`${optionsPath}poKind`, 'requires the format po');
  }
  const order = {
    projectId: params.projectId,
    localeTags: [localeTag],
    format: format.id,
    folder: null,
    ...orderOf(options),
  };
  return withExport(deps, ownerOf(principal), order, async (opened) => {
    const { missing = 'keep', poKind } = options;
    const patching = {
      localeTag,
      missing,
      ...(poKind && { poKind }),
      ...(baseLocaleTag && { baseLocaleTag }),
    };
    const { pieces, report, warnings } = await inCatalogWords('content_invalid', () =>
      opened.patch(base, patching),
    );
    if (report.refused.length > 0) throw noPlaceFor(report.refused);
    await opened.close();
    return {
      raw: Buffer.concat(pieces),
      headers: {
        'Content-Type': format.contentType,
        ...noticeHeaders(report.notices),
        ...syncHeaders(syncTokenOf(opened.projectId, opened.syncState)),
        ...warningHeaders(warnings),
      },
    };
  });
}
