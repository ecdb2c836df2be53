import { Button } from '../button.tsx';

/** The members of an infinite query that loading the next page needs. */
export interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Loads the next page of a list. Renders nothing at the end of the list. */
export function MoreButton({ list, text }: { list: PagedList; text: string }) {
  if (!list.hasNextPage) return null;
  return (
    <div>
      <Button
        kind="secondary"
        isPending={list.isFetchingNextPage}
        onPress={() => void list.fetchNextPage()}
      >
        {text}
      </Button>
    </div>
  );
}
