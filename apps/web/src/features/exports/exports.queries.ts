import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { acceptOf, type ExportOptions, exportBody } from './export-options.ts';

const LINES_SHOWN = 20;
/** Maximum number of characters in a preview. A file may consist of a single long line. */
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

/** Query of the first lines of the exported file of one locale. The rest of the response is not read. */
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
      const start =
        lines.length > CHARACTERS_SHOWN ? `${lines.slice(0, CHARACTERS_SHOWN)}…` : lines;
      return { start, warnings: warningsOf(response) };
    },
    staleTime: 0,
  });

/** Returns the codes of a response's warnings about content that the tool reading the files rejects or ignores. */
const warningsOf = ({ headers }: Response): string[] =>
  headers.get('parlance-warnings')?.split(', ') ?? [];

/** Downloads an export as a file. Returns the codes of its warnings. */
export async function download(
  organizationId: string,
  projectId: string,
  options: ExportOptions,
): Promise<string[]> {
  const response = await exportFile(organizationId, projectId, options);
  const disposition = response.headers.get('content-disposition') ?? '';
  saveFile(await response.blob(), /filename="([^"]+)"/.exec(disposition)?.[1] ?? '');
  return warningsOf(response);
}
