import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';

const ROWS_PER_PAGE = 50;

/** A page of rows as the API has it. */
export interface RowPage<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly nextCursor: string | null };
}

/** An item of a long list to choose from. */
export interface Choosable {
  readonly id: string;
  readonly name: string;
  /** Distinguishes items with the same name. */
  readonly note?: string;
}

/** A list that is loaded page by page. The rows of a previous search stay until the new ones arrive. */
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

/** Returns the filter of a list by a part of a name. An empty text is no filter. */
export const searchOf = (q: string): { q?: string } => (q === '' ? {} : { q });
