import { JsonImportOptions, LIMITS } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import type { FastifyRequest } from 'fastify';
import { requireLocaleTag } from '../domain/locale/locale-tag.ts';
import { failAt } from '../errors.ts';
import { type FormField, readForm } from './form.ts';
import { type ImportTarget, type ReadImport, readContent } from './import-body.ts';
import { guardTexts } from './text-guard.ts';
import { requireValid } from './validation.ts';

const FILE_FIELD = 'file';
const MAX_FIELDS = LIMITS.localesPerProject + Object.keys(JsonImportOptions.properties).length;
/** The longest valid field is a locale. */
const MAX_FIELD_BYTES = 1024;

/**
 * Reads an upload: a form with a JSON file in the field `file`, and the fields of an import before or
 * after it. The locale is the source locale unless the form names one.
 */
export async function readUploadBody(
  request: FastifyRequest,
  target: ImportTarget,
): Promise<ReadImport> {
  const format = formatById('json')!;
  const { fields, content } = await readForm(
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
  const options = requireValid(request, JsonImportOptions, toOptions(fields));
  if (!content) failAt(`/${FILE_FIELD}`, 'is required');
  const localeTag = requireLocaleTag(options.locale ?? target.sourceLocale, '/locale');
  // JSON does not say its locale, and the form may say it after the file.
  for (const texts of content.locales) texts.localeTag = localeTag;
  return { options, optionsPath: '/', localeTag, format, content };
}

/** Form fields as a JSON body has them: what the schema says is a list or a boolean is one. */
function toOptions(fields: readonly FormField[]): Record<string, unknown> {
  const options = new Map<string, unknown>();
  const properties = JsonImportOptions.properties as Record<string, { type?: string }>;
  for (const [name, value] of fields) {
    const type = Object.hasOwn(properties, name) ? properties[name]!.type : undefined;
    const before = options.get(name);
    if (type === 'array') options.set(name, [...((before ?? []) as string[]), value]);
    else if (before !== undefined) failAt(`/${name}`, 'must not occur twice');
    else options.set(name, type === 'boolean' ? toBoolean(value) : value);
  }
  guardTexts([...options], '');
  return Object.fromEntries(options);
}

/** A value that is neither stays text, which the schema rejects. */
const toBoolean = (value: string): boolean | string =>
  value === 'true' || value === 'false' ? value === 'true' : value;
