import { QueryClient } from '@tanstack/react-query';

/** The queries are not retried, because the SDK already retries calls that are safe to repeat. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000 }, mutations: { retry: false } },
});
