import { i18nMemoryImport } from '@parlance/contracts';
import { Type } from 'typebox';
import { inCatalogWords, ownerOf } from '../../domain/kernel/index.ts';
import { getWritableProject, listAllLocales } from '../../domain/project/index.ts';
import { importMemory, MemoryFile } from '../../domain/translation/index.ts';
import { failAt } from '../../errors.ts';
import { optionsOf, readForm } from '../../http/body/form.ts';
import { route } from '../../http/route.ts';
import { requireValid } from '../../http/validation/validation.ts';

const OPTIONS = Type.Object(
  { dryRun: i18nMemoryImport.body.properties.dryRun },
  { additionalProperties: false },
);
const MAX_FIELDS = 10;
const MAX_FIELD_BYTES = 1024;

export const i18nMemoryImportRoute = route(
  i18nMemoryImport,
  async ({ deps, principal, params, request }) => {
    const owner = ownerOf(principal);
    const project = await getWritableProject(deps.db, owner, params.projectId);
    const codes = (await listAllLocales(deps.db, project.id)).map(({ code }) => code);
    const { source_locale: sourceLocale } = project;
    const locales = { sourceLocale, targetLocales: codes.filter((code) => code !== sourceLocale) };
    const {
      fields,
      contents: [file],
    } = await readForm(
      request.headers['content-type'] ?? '',
      request.body as AsyncIterable<Uint8Array>,
      {
        fileField: 'file',
        maxFields: MAX_FIELDS,
        maxFieldBytes: MAX_FIELD_BYTES,
        readFile: (bytes) =>
          inCatalogWords('content_invalid', () => MemoryFile.read(bytes, locales)),
      },
    );
    const options = requireValid(request, OPTIONS, optionsOf(fields, OPTIONS));
    if (!file) failAt('/file', 'is required');
    const call = { ...params, principal, address: request.ip };
    const counts = await importMemory(deps, {
      ...call,
      ...options,
      file,
      organizationId: owner.organizationId,
    });
    const { units, skipped, otherLocales } = file;
    return { data: { units, ...counts, skipped, otherLocales } };
  },
);
