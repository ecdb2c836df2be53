import { useQuery, useQueryClient } from '@tanstack/react-query';
import { prefer, preferencesQuery } from '../../lib/person/preferences.queries.ts';

/** Returns the languages that settings of a user have. */
function languagesIn(preferences: Readonly<Record<string, unknown>> | undefined): string[] {
  const stored = preferences?.languages;
  return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
}

/** The languages that the user works in, as the settings of the user have them. */
export function useMyLanguages(): {
  readonly languages: readonly string[];
  add(code: string): Promise<void>;
  remove(code: string): Promise<void>;
} {
  const queries = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  /** Languages that were chosen a moment ago are among those in memory. */
  const now = () => languagesIn(queries.getQueryData(preferencesQuery.queryKey));
  return {
    languages: languagesIn(data),
    add: (code) => prefer(queries, { languages: [...new Set([...now(), code])] }),
    remove: (code) => prefer(queries, { languages: now().filter((one) => one !== code) }),
  };
}
