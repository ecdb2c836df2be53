import type { GlossaryTerm } from '@parlance/contracts';
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const TERMS_PER_PAGE = 50;

/** Filters of the list of glossary terms. */
export interface TermFilter {
  /** Part of a term or a translation. */
  readonly q?: string | undefined;
  readonly archived?: boolean | undefined;
}

/** Query of the terms of a project and of the terms that it inherits from its parent, oldest first. */
export const termsQuery = (
  organizationId: string,
  projectId: string,
  { q, archived }: TermFilter,
) =>
  infiniteQueryOptions({
    queryKey: ['terms', organizationId, projectId, q, archived],
    queryFn: async ({ pageParam }) =>
      await api(organizationId).i18n.glossary.list({
        projectId,
        limit: TERMS_PER_PAGE,
        ...(q && { q }),
        ...(archived && { archived }),
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
  });

/** Query of the parent of a project, whose glossary applies to the project. Null if the project has no parent. */
export const parentQuery = (organizationId: string, parentId: string | undefined) =>
  queryOptions({
    queryKey: ['term-parent', organizationId, parentId],
    queryFn:
      parentId === undefined
        ? skipToken
        : async () => (await api(organizationId).i18n.projects.get({ projectId: parentId })).data,
  });

/** The editable fields of a term. */
export type TermFields = Pick<
  GlossaryTerm,
  'term' | 'translations' | 'doNotTranslate' | 'caseSensitive' | 'note'
>;

export const createTerm = (organizationId: string, projectId: string, fields: TermFields) =>
  api(organizationId).i18n.glossary.create({ projectId, ...fields });

export const updateTerm = (
  organizationId: string,
  { id: termId, projectId }: Pick<GlossaryTerm, 'id' | 'projectId'>,
  change: Partial<TermFields> & { archived?: false },
) => api(organizationId).i18n.glossary.update({ projectId, termId, ...change });

export const archiveTerm = (
  organizationId: string,
  { id: termId, projectId }: Pick<GlossaryTerm, 'id' | 'projectId'>,
) => api(organizationId).i18n.glossary.delete({ projectId, termId });

/** Returns a query for the editor that finds the source texts with a term. */
export const usesOf = ({ term, caseSensitive }: TermFields): string =>
  `source:${JSON.stringify(term)}${caseSensitive ? ' case:' : ''}`;

/** Query of the number of source texts with a term. It is incomplete if the service reaches its time limit. */
export const usesQuery = (
  organizationId: string,
  projectId: string,
  { sourceLocale, term }: { sourceLocale: string; term: TermFields },
) =>
  queryOptions({
    queryKey: ['term-uses', organizationId, projectId, term.term, term.caseSensitive],
    queryFn: async ({ signal }) => {
      const { rowIndex } = api(organizationId).i18n;
      const asked = { projectId, locales: [sourceLocale], query: usesOf(term) };
      return (await rowIndex.get(asked, { signal })).data;
    },
    staleTime: 0,
  });

export const exportTerms = async (organizationId: string, projectId: string) =>
  (await api(organizationId).i18n.glossary.export({ projectId })).data;

export const importTerms = async (
  organizationId: string,
  projectId: string,
  file: { csv: string; dryRun: boolean },
) => (await api(organizationId).i18n.glossary.import({ projectId, ...file })).data;

export const importMemory = async (organizationId: string, projectId: string, file: File) =>
  (await api(organizationId).i18n.memory.import({ projectId, file })).data;

export const exportMemory = async (organizationId: string, projectId: string): Promise<Blob> => {
  const raw = 'application/x-tmx+xml';
  return (await api(organizationId).i18n.memory.export({ projectId }, { raw })).blob();
};
