import { useQuery, useQueryClient } from '@tanstack/react-query';
import { prefer, preferencesQuery } from '../../lib/person/preferences.queries.ts';

/** Returns the languages in the user's settings. */
function languagesIn(preferences: Readonly<Record<string, unknown>> | undefined): string[] {
  const stored = preferences?.languages;
  return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
}

/** The user's working languages, from the settings. */
export function useMyLanguages(): {
  readonly languages: readonly string[];
  add(code: string): Promise<void>;
  remove(code: string): Promise<void>;
} {
  const queries = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  /** The cache also contains languages that were selected a moment ago. */
  const now = () => languagesIn(queries.getQueryData(preferencesQuery.queryKey));
  return {
    languages: languagesIn(data),
    add: (code) => prefer(queries, { languages: [...new Set([...now(), code])] }),
    remove: (code) => prefer(queries, { languages: now().filter((one) => one !== code) }),
  };
}
