import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { acceptOf, type ExportOptions, exportBody } from './export-options.ts';

const LINES_SHOWN = 20;
/** A preview of a file that is one long line ends here. */
const CHARACTERS_SHOWN = 4_000;

const exportFile = (
  organizationId: string,
  projectId: string,
  options: ExportOptions,
  signal?: AbortSignal,
) =>
  api(organizationId).i18n.projects.export(
    { projectId, ...exportBody(options) },
    { raw: acceptOf(options), ...(signal && { signal }) },
  );

/** The first lines of the file of one locale. The rest of the file is not read. */
export const previewQuery = (organizationId: string, projectId: string, options: ExportOptions) =>
  queryOptions({
    queryKey: ['export', organizationId, projectId, options],
    queryFn: async ({ signal }) => {
      const response = await exportFile(organizationId, projectId, options, signal);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (text.length <= CHARACTERS_SHOWN) {
        const { done, value } = await reader.read();
        if (done) break;
        text += value;
        if (text.split('\n', LINES_SHOWN + 1).length > LINES_SHOWN) break;
      }
      await reader.cancel();
      const lines = text.split('\n', LINES_SHOWN).join('\n');
      return lines.length > CHARACTERS_SHOWN ? `${lines.slice(0, CHARACTERS_SHOWN)}…` : lines;
    },
    staleTime: 0,
  });

/** A browser may start to read a blob after the click on its link. */
const BLOB_KEPT_MS = 60_000;

/** Saves an export as a file of the browser. */
export async function download(
  organizationId: string,
  projectId: string,
  options: ExportOptions,
): Promise<void> {
  const response = await exportFile(organizationId, projectId, options);
  const disposition = response.headers.get('content-disposition') ?? '';
  const href = URL.createObjectURL(await response.blob());
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? '';
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), BLOB_KEPT_MS);
}
