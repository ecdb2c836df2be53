import { useQuery, useQueryClient } from '@tanstack/react-query';
import { prefer, preferencesQuery } from '../../lib/person/preferences.queries.ts';
import { refreshQueues } from '../../lib/queue.queries.ts';

/** Returns the languages that the user has chosen, from the preferences. If they contain no choice, returns `own`. */
function languagesIn(
  preferences: Readonly<Record<string, unknown>> | undefined,
  ownLocales: readonly string[],
): readonly string[] {
  const stored = preferences?.languages;
  return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : ownLocales;
}

/**
 * Returns the languages in which the user works, and functions that change them. `own` contains the locales to which
 * the user is limited.
 */
export function useMyLanguages(ownLocales: readonly string[]): {
  readonly languages: readonly string[];
  add(code: string): Promise<void>;
  remove(code: string): Promise<void>;
} {
  const queries = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  /** Returns the languages in the cache, which include added languages that are still being saved. */
  const now = () => languagesIn(queries.getQueryData(preferencesQuery.queryKey), ownLocales);
  const choose = async (languages: readonly string[]): Promise<void> => {
    await prefer(queries, { languages });
    await refreshQueues(queries);
  };
  return {
    languages: languagesIn(data, ownLocales),
    add: (code) => choose([...new Set([...now(), code])]),
    remove: (code) => choose(now().filter((one) => one !== code)),
  };
}
