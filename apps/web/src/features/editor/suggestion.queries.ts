import type { EngineSuggestion } from '@parlance/sdk';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { TEST_ENGINE } from '../../lib/locale/engine-for.ts';
import { type CellId, knownKeyId, type OpenCell } from './cell/open-cell.ts';

/** A cell for which translations are suggested. */
export type SuggestedCell = CellId & { readonly organizationId: string };

const FRESH_MS = 60_000;

/** Query of translations of similar texts, and of glossary terms, for a cell. */
export const suggestionsQuery = ({ organizationId, projectId, locale, ...of }: SuggestedCell) =>
  queryOptions({
    queryKey: ['suggestions', organizationId, projectId, knownKeyId(of.keyId), locale],
    queryFn: async ({ signal }) => {
      const { keys } = api(organizationId).i18n;
      const keyId = knownKeyId(of.keyId);
      return (await keys.suggestions({ projectId, keyId, locale }, { signal })).data;
    },
    staleTime: FRESH_MS,
  });

/** Query of the translation engines for a locale. Omits the engine for tests, unless the project's settings name it. */
export const enginesQuery = ({ organizationId, projectId, source, locale, engine }: OpenCell) =>
  queryOptions({
    queryKey: ['engines', organizationId, projectId, source.locale, locale, engine === TEST_ENGINE],
    queryFn: async ({ signal }) => {
      const { engines } = api(organizationId).translate;
      const pair = { projectId, sourceLocale: source.locale, targetLocale: locale };
      const { data } = await engines(pair, { signal });
      return data.filter(
        ({ name, pair: of }) =>
          (of?.status === 'ready' || of?.status === 'loadable') &&
          (name !== TEST_ENGINE || engine === TEST_ENGINE),
      );
    },
    enabled: source.locale !== locale,
  });

/**
 * Query of a translation of the source text by an engine. A translation costs credits, so the query runs only when the
 * user requests it.
 */
export const answerQuery = (
  { organizationId, projectId, keyId, locale, source }: OpenCell,
  engine: string,
) =>
  queryOptions({
    queryKey: ['machine', organizationId, projectId, keyId, locale, source.text, engine],
    queryFn: async ({ signal }): Promise<EngineSuggestion> => {
      const { keys } = api(organizationId).i18n;
      const call = { projectId, keyId: knownKeyId(keyId), locale, engines: [engine] };
      return (await keys.suggestions(call, { signal })).data.engines[0]!;
    },
    enabled: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Requests translations of a cell from several engines. Each translation is shown as soon as it arrives. */
export function askEngines(queries: QueryClient, cell: OpenCell, engines: readonly string[]): void {
  for (const engine of engines) {
    const query = { ...answerQuery(cell, engine), staleTime: 0 };
    // The panel displays the error of an engine.
    void queries.fetchQuery(query).catch(() => {});
  }
}

/**
 * Requests translations from all engines that have not translated the text yet. Returns false if there is no such
 * engine.
 */
export async function askAllEngines(queries: QueryClient, cell: OpenCell): Promise<boolean> {
  const engines = await queries.fetchQuery(enginesQuery(cell));
  const open = engines
    .map(({ name }) => name)
    .filter((name) => !queries.getQueryData(answerQuery(cell, name).queryKey)?.text);
  askEngines(queries, cell, open);
  return open.length > 0;
}
