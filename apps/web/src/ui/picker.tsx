import {
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxLoadMoreItem,
  Popover,
} from 'react-aria-components';
import type { Choosable } from '../lib/paged-query.ts';
import field from './field.module.css';
import type { Search } from './list-search.tsx';
import css from './menu.module.css';
import type { PagedList } from './more-button.tsx';

/** Picks one of any number of things: some are offered at once, and a part of the name finds the others. */
export function Picker({
  label,
  hint,
  noMatch,
  search,
  list,
  rows,
  picked = [],
  onOpenChange,
  onPick,
}: {
  label: string;
  /** Shown while nothing is typed. */
  hint: string;
  noMatch: string;
  search: Search;
  /** The list of what matches the search. It is needed once the picker is open. */
  list: PagedList & { readonly isPending: boolean };
  rows: readonly Choosable[];
  /** Ids that cannot be picked again. */
  picked?: readonly string[];
  onOpenChange(isOpen: boolean): void;
  onPick(thing: Choosable): void;
}) {
  return (
    <ComboBox
      // React Aria closes the list for a value only, and nothing stays chosen here: a new field is closed.
      key={picked.length}
      className={field.field!}
      items={rows}
      inputValue={search.typed}
      onInputChange={search.type}
      value={null}
      onChange={(id) => {
        const thing = rows.find((row) => row.id === id);
        search.type('');
        if (thing) onPick(thing);
      }}
      disabledKeys={picked}
      onOpenChange={onOpenChange}
      menuTrigger="focus"
      allowsEmptyCollection
    >
      <Label>{label}</Label>
      <Input className={field.input!} placeholder={hint} dir="auto" />
      <Popover className={css.popover!}>
        <ListBox
          className={css.menu!}
          renderEmptyState={() => (
            <p className={css.empty} role="status">
              {list.isPending ? '…' : noMatch}
            </p>
          )}
        >
          {rows.map(({ id, name, note }) => (
            <ListBoxItem key={id} id={id} textValue={name} className={css.item!}>
              <bdi>{name}</bdi>
              {note !== undefined && (
                <>
                  {' '}
                  <bdi className={field.hint}>{note}</bdi>
                </>
              )}
            </ListBoxItem>
          ))}
          {list.hasNextPage && (
            <ListBoxLoadMoreItem
              isLoading={list.isFetchingNextPage}
              onLoadMore={() => void list.fetchNextPage()}
            >
              …
            </ListBoxLoadMoreItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
