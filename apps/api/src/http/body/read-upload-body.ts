import { JsonImportOptions, LIMITS } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import type { FastifyRequest } from 'fastify';
import { type ImportTarget, readContent } from '../../domain/files/index.ts';
import { requireLocaleTag } from '../../domain/project/index.ts';
import { failAt } from '../../errors.ts';
import { requireValid } from '../validation/validation.ts';
import { optionsOf, readForm } from './form.ts';
import type { ReadImport } from './import-body.ts';

const FILE_FIELD = 'file';
const MAX_FIELDS = LIMITS.localesPerProject + Object.keys(JsonImportOptions.properties).length;
/** Maximum size of a form field in bytes. The longest valid field is a locale. */
const MAX_FIELD_BYTES = 1024;

/**
 * Reads a form with a JSON file in the field `file` and the options of an import in any order. The
 * locale defaults to the source locale.
 */
export async function readUploadBody(
  request: FastifyRequest,
  target: ImportTarget,
): Promise<ReadImport> {
  const format = formatById('json')!;
  const {
    fields,
    contents: [content],
  } = await readForm(
    request.headers['content-type'] ?? '',
    request.body as AsyncIterable<Uint8Array>,
    {
      fileField: FILE_FIELD,
      maxFields: MAX_FIELDS,
      maxFieldBytes: MAX_FIELD_BYTES,
      readFile: (bytes) =>
        readContent(format, bytes, { ...target, localeTag: target.sourceLocale }),
    },
  );
  const options = requireValid(request, JsonImportOptions, optionsOf(fields, JsonImportOptions));
  if (!content) failAt(`/${FILE_FIELD}`, 'is required');
  const localeTag = requireLocaleTag(options.locale ?? target.sourceLocale, '/locale');
  for (const texts of content.locales) texts.localeTag = localeTag;
  return { options, optionsPath: '/', localeTag, format, content };
}
