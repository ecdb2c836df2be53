import { QueryClient } from '@tanstack/react-query';

/** The SDK already repeats calls that are safe to repeat. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000 }, mutations: { retry: false } },
});
