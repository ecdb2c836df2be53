import type { ImportChangeKind, ImportOverride, StagedImport } from '@parlance/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { contentTypeOf } from '../../lib/locale/locale-file.ts';
import type { PendingFile } from './pending-files.ts';

const PAGE_SIZE = 50;

export interface StageOptions {
  mode: StagedImport['mode'];
  prune: boolean;
  csvSafe: boolean;
  /** Use of `msgid` in a PO file: source text or key name. If undefined, the service detects it from the file. */
  poKind?: 'text' | 'ids' | undefined;
  /** True if `.properties` files are ISO-8859-1. */
  isLatin1: boolean;
}

export const stageFile = async (
  organizationId: string,
  projectId: string,
  file: PendingFile,
  { mode, prune, csvSafe, poKind, isLatin1 }: StageOptions,
) =>
  (
    await api(organizationId).i18n.imports.create({
      projectId,
      locale: file.locale,
      format: file.format,
      mode,
      ...(prune && { prune }),
      ...(csvSafe && file.format === 'csv' && { csvSafe }),
      ...(poKind && file.format === 'po' && { poKind }),
      ...(isLatin1 && file.format === 'properties' && { charset: 'iso-8859-1' }),
      body: file.content,
      contentType: contentTypeOf(file.format),
    })
  ).data;

export const stagedImportQuery = (organizationId: string, projectId: string, importId: string) =>
  queryOptions({
    queryKey: ['import', organizationId, projectId, importId],
    queryFn: async () => (await api(organizationId).i18n.imports.get({ projectId, importId })).data,
  });

export const importChangesQuery = (
  organizationId: string,
  projectId: string,
  importId: string,
  { kind, query }: { kind: ImportChangeKind; query: string },
) =>
  infiniteQueryOptions({
    queryKey: ['import-changes', organizationId, projectId, importId, kind, query],
    queryFn: ({ pageParam }) =>
      api(organizationId).i18n.imports.changes({
        projectId,
        importId,
        kind,
        limit: PAGE_SIZE,
        ...(query !== '' && { query }),
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });

export const applyImport = async (
  organizationId: string,
  projectId: string,
  importId: string,
  overrides: ImportOverride[],
  keepTranslations: boolean,
) =>
  (
    await api(organizationId).i18n.imports.apply({
      projectId,
      importId,
      overrides,
      ...(keepTranslations && { keepTranslations }),
    })
  ).data;

export const discardImport = (organizationId: string, projectId: string, importId: string) =>
  api(organizationId).i18n.imports.delete({ projectId, importId });

/** Query of the newest import of a project. Null if nothing was imported yet. */
export const lastImportQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['last-import', organizationId, projectId],
    queryFn: async () => {
      const { changes } = api(organizationId).i18n;
      const { data } = await changes.list({ projectId, kind: 'import', limit: 1 });
      return data[0] ?? null;
    },
    staleTime: 0,
  });
