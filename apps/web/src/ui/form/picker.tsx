import { useState } from 'react';
import {
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxLoadMoreItem,
  Popover,
} from 'react-aria-components';
import { type Choosable, rowsOf } from '../../lib/paged-query.ts';
import { sayProblem } from '../../lib/problem.ts';
import css from '../dialog/menu.module.css';
import type { PagedList } from '../display/more-button.tsx';
import field from './field.module.css';
import { type Search, useSearch } from './list-search.tsx';

interface Picking {
  readonly search: Search;
  readonly isOpen: boolean;
  setOpen(isOpen: boolean): void;
}

/** The state of a picker, which determines the query of its list once it is open. */
export function usePicking(): Picking {
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  return { search, isOpen, setOpen };
}

/** Picks one of any number of items. The first ones are listed, and a search finds the others. */
export function Picker({
  label,
  hint,
  noMatch,
  picking: { search, setOpen },
  list,
  picked = [],
  onPick,
}: {
  label: string;
  /** Text that is shown until the user types. */
  hint: string;
  noMatch: string;
  picking: Picking;
  /** The items that match the search. */
  list: PagedList & { readonly isPending: boolean; readonly error: Error | null } & Parameters<
      typeof rowsOf<Choosable>
    >[0];
  /** Ids that cannot be picked again. */
  picked?: readonly string[];
  onPick(thing: Choosable): void;
}) {
  const rows = rowsOf(list);
  return (
    <ComboBox
      // React Aria closes the list only when a value is selected, and nothing stays selected here. Remounting the field
      // closes it.
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
      onOpenChange={setOpen}
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
              {list.error ? sayProblem(list.error) : list.isPending ? '…' : noMatch}
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
