import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { CellId } from './cell/open-cell.ts';

/** A cell of an organization. */
export type SuggestedCell = CellId & { readonly organizationId: string };

const FRESH_MS = 60_000;

/** Earlier translations and glossary terms for a cell. */
export const suggestionsQuery = ({ organizationId, projectId, keyId, locale }: SuggestedCell) =>
  queryOptions({
    queryKey: ['suggestions', organizationId, projectId, keyId, locale],
    queryFn: async ({ signal }) => {
      const { keys } = api(organizationId).i18n;
      return (await keys.suggestions({ projectId, keyId, locale }, { signal })).data;
    },
    staleTime: FRESH_MS,
  });
