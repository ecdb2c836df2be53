import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The organizations of the signed-in user. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async () => await Array.fromAsync(api().organizations.listAll({})),
  staleTime: 60_000,
});

export const createOrganization = async (name: string) =>
  (await api().organizations.create({ name })).data;
