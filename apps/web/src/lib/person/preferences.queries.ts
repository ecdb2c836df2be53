import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** The settings of the signed-in user. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async () => (await api().users.me.get()).data.preferences,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Changes settings of the user, as a JSON merge patch. */
export const savePreferences = async (preferences: Record<string, unknown>) =>
  (await api().users.me.update({ preferences })).data.preferences;
