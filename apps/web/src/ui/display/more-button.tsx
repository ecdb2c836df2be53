import { Button } from '../button.tsx';

/** The part of an infinite query that its next page is loaded with. */
export interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Loads the next page of a list. Nothing at its end. */
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
