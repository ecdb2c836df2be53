import type { TranslationEngine } from '@parlance/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Maximum number of target locales in one request. */
const TARGETS_PER_CALL = 50;

/** Joins the responses of several requests for translation engines. */
function joinAnswers(answers: readonly (readonly TranslationEngine[])[]): TranslationEngine[] {
  const [first = [], ...others] = answers;
  return first.map((engine) => {
    const same = others.map((engines) => engines.find(({ name }) => name === engine.name));
    return { ...engine, pairs: [engine, ...same].flatMap((one) => one?.pairs ?? []) };
  });
}

/**
 * Query of the translation engines. For each engine, it contains whether the engine translates the source locale into
 * each target locale, and its position in the order of the project, or else of the server.
 */
export const enginesQuery = (
  organizationId: string,
  sourceLocale: string | undefined,
  targetLocales: readonly string[],
  projectId?: string,
) =>
  queryOptions({
    queryKey: ['engines', organizationId, projectId, sourceLocale, targetLocales],
    queryFn: async ({ signal }) => {
      const { engines } = api(organizationId).translate;
      const calls: Promise<TranslationEngine[]>[] = [];
      for (let index = 0; index < targetLocales.length; index += TARGETS_PER_CALL) {
        const part = targetLocales.slice(index, index + TARGETS_PER_CALL);
        const pairs = { sourceLocale: sourceLocale!, targetLocales: part };
        const call = engines({ ...pairs, ...(projectId && { projectId }) }, { signal });
        calls.push(call.then(({ data }) => data));
      }
      return joinAnswers(await Promise.all(calls));
    },
    enabled: sourceLocale !== undefined && targetLocales.length > 0,
    // The data for the previous target locales are shown until the new data arrive.
    placeholderData: keepPreviousData,
  });
