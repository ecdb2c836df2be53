import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';

const ROWS_PER_PAGE = 50;

/** A page of rows as the API returns it. */
export interface RowPage<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly nextCursor: string | null };
}

/** An item of a long list from which the user chooses. */
export interface Choosable {
  readonly id: string;
  readonly name: string;
  /** Text that distinguishes items with the same name. */
  readonly note?: string;
}

/**
 * Returns a query that loads a list page by page. While a new search is loading, the rows of the previous search stay
 * visible.
 */
export const pagedQuery = <Row>(
  queryKey: readonly unknown[],
  read: (page: { limit: number; cursor?: string }) => Promise<RowPage<Row>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam }) =>
      await read({ limit: ROWS_PER_PAGE, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    placeholderData: (earlier: InfiniteData<RowPage<Row>, string | null> | undefined) => earlier,
  });

/** Returns the rows of all loaded pages of a list. */
export const rowsOf = <Row>({
  data,
}: {
  readonly data: InfiniteData<RowPage<Row>, unknown> | undefined;
}): Row[] => data?.pages.flatMap((page) => page.data) ?? [];

/** Returns the filter for a part of a name. An empty text stands for no filter. */
export const searchOf = (q: string): { q?: string } => (q === '' ? {} : { q });
