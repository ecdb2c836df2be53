import { QueryClient } from '@tanstack/react-query';

/** The SDK repeats calls by itself where that is safe. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000 }, mutations: { retry: false } },
});
