import { useQuery, useQueryClient } from '@tanstack/react-query';
import { preferencesQuery, savePreferences } from '../../lib/person/preferences.queries.ts';

const NONE: readonly string[] = [];

/** The languages that the user works in, as the settings of the user have them. */
export function useMyLanguages(): {
  readonly languages: readonly string[];
  choose(languages: readonly string[]): Promise<void>;
} {
  const queries = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  const stored: unknown = data?.languages;
  return {
    languages: Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : NONE,
    async choose(languages) {
      queries.setQueryData(preferencesQuery.queryKey, await savePreferences({ languages }));
    },
  };
}
